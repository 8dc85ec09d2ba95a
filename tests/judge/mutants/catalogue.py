"""Every mutant, in order."""

from judge.mutants.arithmetic import ARITHMETIC
from judge.mutants.cages import CAGES
from judge.mutants.houses import HOUSES
from judge.mutants.kinds import KINDS
from judge.mutants.printing import PRINTING
from judge.mutants.record import Mutant
from judge.mutants.searching import SEARCHING

MUTANTS: tuple[Mutant, ...] = (*ARITHMETIC, *CAGES, *HOUSES, *SEARCHING, *PRINTING, *KINDS)
