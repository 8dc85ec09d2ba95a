"""Suites of puzzles shipped with the package.

Every puzzle has a title that says what it is about, and states how many solutions it has. All are
of the ``kenken`` rules and the values 1 to the size, with no operator hidden; those with free cells
are the last of ``tricky``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from kenken_cp.formats import loads, loads_all
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.registry import Registry


@dataclass(frozen=True, slots=True)
class Suite:
    """Puzzles to judge a solver by.

    Args:
        name: what ``--suite`` calls it.
        summary: one line for people.
        text: its puzzles in native format.
        games: more of them, each a title and a Keen game id; all have one solution.
    """

    name: str
    summary: str
    text: str = ""
    games: tuple[tuple[str, str], ...] = ()

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles, easier ones first."""
        return _puzzles(self)


@cache
def _puzzles(suite: Suite) -> tuple[Puzzle, ...]:
    games = [
        replace(loads(game, "keen"), title=title, expected=Count(1)) for title, game in suite.games
    ]
    return (*loads_all(suite.text, "native"), *games)


_SMOKE = """\
title: one cell
solutions: 1

1
---
title: 2x2, two givens on the diagonal
solutions: 1

1a
a1

a 4+
---
title: 2x2, a given and a sum
solutions: 1

aa
a2

a 4+
---
title: 2x2, a given and a product
solutions: 1

1a
aa

a 4*
---
title: 2x2, two solutions
solutions: 2

ab
ab

a 1-
b 2/
---
title: 2x2, no solution
solutions: 0

aa
bb

a 3+
b 1*
---
title: 3x3, givens only
solutions: 1

123
231
312
---
title: 3x3, three cells to a cage
solutions: 1

aab
abb
ccc

a 12*
b 5+
c 6*
---
title: 3x3, one given
solutions: 1

aaa
b3c
bbc

a 6+
b 5+
c 4+
---
title: 3x3, rows that say nothing
solutions: 12

aaa
bbb
ccc

a 6+
b 6*
c 6+
---
title: 4x4, the four operators
solutions: 1

abcc
abdc
adde
fffe

a 6+
b 2/
c 4*
d 36*
e 1-
f 7+
---
title: 4x4, one given
solutions: 1

abbc
adcc
edff
ee2f

a 5+
b 1-
c 8+
d 12*
e 4*
f 9+
"""

_SIZES = """\
title: 1x1
solutions: 1

1
---
title: 2x2
solutions: 1

aa
ab

a 4+
b 2
"""

_GAMES = (
    ("3x3 easy", "3:_a_ac_a,a9a4m6"),
    ("3x3 normal", "3:a_3aab_,a5s2s1a6"),
    ("4x4 easy", "4:a_a_3ba_a3_a__,a4s2s1a8m16s3d3"),
    ("4x4 unreasonable", "4:__baa_a__b_6a,a4m6m2a7s2s1a5d2"),
    ("5x5 easy", "5:a_5a_3bc__a_b__a_aba__,m6a4m50a3s1m10a10m20m30a4"),
    ("5x5 unreasonable", "5:b_4a_3a_c__a__a__baba__,m8m50a3s1a4a8a10a9m30a4"),
    ("6x6 easy", "6:b_ba_6a_4aa__cab_5a__abaa__aa_,m24a16m20m15a11a2m72m12m120a4d4d5a6a11"),
    (
        "6x6 unreasonable",
        "6:_a_b_9a_5ccaa__a_ba3_aa__aa_,a6a14s1a9m15s1m200d6s1a5a13a1a10a11",
    ),
    (
        "7x7 easy",
        "7:a__a_a_b__aa__a_6aa_a_ccaa_aaba_a3__aa_3a_a3_,"
        "m672m60s6m35m72s4m60m48m5m30a12m84a7m60a5m48m35",
    ),
    (
        "7x7 unreasonable",
        "7:a__a_a__a_4a_10aa_a_c3_aa_b__a3_c_4a_a3_,a21a3s6s2m36a15a12s4s3m48m30a12a15a6s1s1a13m35",
    ),
    (
        "8x8 easy",
        "8:aa_ba_ab_3a_baba_4a_8a__bba_baa__a__a__c_baba_4a_5b__bb,"
        "m60m32m32m126m560d6m864m140a12m120a20m420s5m10m16a7a18m40m42m336",
    ),
    (
        "8x8 unreasonable",
        "8:aa_ba__c__b_b__ba_4a_a__a__a_bab_baa__a__a_a_a_ba_a_4a3_3a_3bb,"
        "m60a10s7a16m560s1m24m864m140m120m252a12a19a13a7a16a26s3a3m84a6",
    ),
    (
        "9x9 easy",
        "9:_baaba__a3_a__a3_3aa__a_a__a_a_9c_a_caa_a__a_a_4ab__ab_7ba_ab_aa_5b_baa__,"
        "m192m180m10m42m504a17a12m15d2m324a17m40m324m32s5s3m126m160m336m105s6s7m8a16m63m168s3m60"
        "m270",
    ),
    (
        "9x9 unreasonable",
        "9:_baaba__a3_a__ab_4ab_a_a__a_a_9c_a_caa_a__a_a_4ab__ab_7ba_ab_3a_6a_baa__,"
        "m192m180m10m42m504a17s2s2d2a25a17m40a20a1s5s3m126a13a18m105s6m40s7m8a16a17a18a5a13a20",
    ),
)

_TRICKY = """\
title: an L that holds 2 twice
solutions: 1

1a
aa

a 5+
---
title: an L that holds 1 twice, and a product with 1s
solutions: 1

aab
acb
ccc

a 2*
b 6*
c 18*
---
title: a cage of eight cells
solutions: 1

aabb
cabd
cddd
dddd

a 7+
b 9*
c 4*
d 21+
---
title: repeats in three cages
solutions: 1

aaab
cadb
ccde
ceee

a 12*
b 1-
c 96*
d 6*
e 8+
---
title: several sets of values for most cages, 12+ as 1 2 4 5, 1 3 3 5, 2 2 3 5 and more
solutions: 1

abbcc
abbdc
eeddf
gedhf
gehhh

a 3-
b 12+
c 8+
d 160*
e 120*
f 2-
g 3-
h 15*
---
title: the smaller value before the larger, in differences and quotients
solutions: 1

aabb
cdee
cdfg
hhfg

a 2-
b 2-
c 2/
d 4/
e 1-
f 3/
g 4/
h 1-
---
title: a quotient of 2 that 5 and 2 do not make
solutions: 1

aabbc
daeec
dffeg
dhijg
hhijj

a 9+
b 3-
c 1-
d 8+
e 7+
f 1-
g 2/
h 32*
i 2-
j 9+
---
title: a quotient of 1, which no two values of a line make, though 3 and 2 nearly do
solutions: 0

aab
ccb
ddd

a 1/
b 3+
c 2-
d 6+
---
title: a quotient and a difference that any order would meet
solutions: 2

ab
ab

a 2/
b 1-
---
title: a given that decides all: without it there are several solutions
solutions: 1

abcc
abd2
abdd
eeee

a 8+
b 9+
c 1-
d 6+
e 24*
---
title: targets of several digits
solutions: 1

aabbcc
abbccd
aaacdd
eefcdd
eeffdg
eefggg

a 90*
b 80*
c 10368*
d 360*
e 1440*
f 72*
g 50*
---
title: no solution, as 7 is beyond two cells
solutions: 0

aab
ccb
ddd

a 7+
b 3+
c 1-
d 6+
---
title: no solution, though every cage has its values
solutions: 0

aabc
dbbc
deff
deff

a 3+
b 9+
c 2/
d 6*
e 1-
f 16*
---
title: no solution, as two givens of a row are the same
solutions: 0

1a1
aab
bbb

a 8+
b 8+
---
title: every Latin square of order 3
solutions: 12

aaa
bbb
ccc

a 6+
b 6+
c 6*
---
title: every Latin square of order 4
solutions: 576

aaaa
bbbb
cccc
dddd

a 10+
b 24*
c 10+
d 24*
---
title: one cage over the whole board
solutions: 12

aaa
aaa
aaa

a 216*
---
title: free cells around one cage
solutions: 4

aa.
...
...

a 3+
---
title: free cells only
rules: kenken
solutions: 12

...
...
...
---
title: free cells and givens
rules: kenken
solutions: 2

12..
34..
....
..21
"""

SUITES: Registry[Suite] = Registry(
    "suite",
    records=(
        Suite("smoke", "a dozen of 1x1 to 4x4, in a moment", _SMOKE),
        Suite("sizes", "1x1 to 9x9, an easy and a hard one each", _SIZES, _GAMES),
        Suite("tricky", "what solvers get wrong: repeats, orders, quotients, counts", _TRICKY),
    ),
)


def suite_named(name: str) -> Suite:
    """The suite of that name.

    Raises:
        UnknownNameError: if there is none.
    """
    return SUITES.named(name)
