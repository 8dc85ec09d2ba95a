"""What a certificate may say of a constraint: each clause that follows, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

import pytest

from kenken_cp import Cage, Puzzle
from kenken_cp.certify.certificate import Automaton, NamedCage, Stated
from kenken_cp.certify.soundness import UnsoundError, Variables, check_constraint

ROW = ((0, 0), (0, 1), (0, 2))
NEXT_ROW = ((1, 0), (1, 1), (1, 2))
THREE = Automaton(((0,), (28, 29), (0,)), (((0, 1, 0), (0, 2, 1)), ((0, 2, 0), (1, 1, 0))))
"""Of two cells that make 3: the states say what the first of them holds."""
SIX = Automaton(
    ((0,), (28, 29, 30), (31, 0, 33), (0,)),
    (
        ((0, 1, 0), (0, 2, 1), (0, 3, 2)),
        ((0, 2, 0), (0, 3, 1), (1, 1, 0), (1, 2, 1), (1, 3, 2), (2, 1, 1), (2, 2, 2)),
        ((0, 3, 0), (1, 2, 0), (2, 1, 0)),
    ),
)
"""Of three cells that make 6: after two of them a state for 3, for 4 (which has no variable), 5."""
ONLY = Automaton(((0,), (0,)), (((0, 3, 0),),))
"""Of one cell that holds 3."""
NOTHING = Automaton(((0,),), ())

PUZZLE = Puzzle(
    3,
    [
        Cage(ROW[:2], "+", 3),
        Cage(NEXT_ROW, "+", 6),
        Cage([(2, 0)], "=", 2),
        Cage([(2, 1), (2, 2)], "*", 3),
    ],
)
WITH_ZEROS = Puzzle(2, [Cage([(0, 0)], "=", 1), Cage([(1, 0), (1, 1)], "*", 0)], values=(0, 1))
RECTANGLE = Puzzle((2, 3), [Cage([(0, 0)], "=", 1)])
KILLER = Puzzle(3, [Cage(((0, 0), (0, 1), (1, 2)), "+", 6)], rules="killer")

CELL = Stated("cell", ((0, 1),), 0)
HOUSE = Stated("house", ROW, 0)
CAGE = Stated("cage", ROW[:2], 0, "3+", THREE)
TRIPLE = Stated("cage", NEXT_ROW, 0, "6+", SIX)
SUM = Stated("sum", ROW[2:], 0, "3+", ONLY, (ROW,), (NamedCage("3+", ROW[:2]),))
EMPTY_SUM = Stated("sum", (), 0, "0+", NOTHING, (NEXT_ROW,), (NamedCage("6+", NEXT_ROW),))


def refusal(stated, *clauses, puzzle=PUZZLE):
    """Why it is refused; None if it is not."""
    try:
        check_constraint(puzzle, Variables(puzzle), stated, clauses)
    except UnsoundError as error:
        return str(error)
    return None


def on_paths(puzzle, stated):
    """The variables a constraint with an automaton is about; and, for each path, the true ones."""
    own = [Variables(puzzle).of_cells[puzzle.cells.index(cell)] for cell in stated.cells]
    states, arcs = stated.automaton
    ways = [(0, frozenset())]
    for variables, layer, after in zip(own, arcs, states[1:], strict=True):
        true = dict(zip(puzzle.values, variables, strict=True))
        ways = [
            (following, met | {true[value], after[following]})
            for state, met in ways
            for before, value, following in layer
            if before == state
        ]
    return {*chain(*own, *states)} - {0}, [met - {0} for _, met in ways]


def short_clauses(variables, most):
    literals = sorted({*variables, *(-one for one in variables)})
    return chain.from_iterable(combinations(literals, length) for length in range(most + 1))


@pytest.mark.parametrize("stated", [CAGE, TRIPLE], ids=str)
def test_of_a_cage_follows_what_holds_on_each_path(stated):
    variables, ways = on_paths(PUZZLE, stated)
    of_another_cell = 25
    for clause in short_clauses({*variables, of_another_cell}, 2):
        follows = all(any((one > 0) == (abs(one) in true) for one in clause) for true in ways)
        assert (refusal(stated, clause) is None) == (
            follows and variables.issuperset(map(abs, clause))
        ), clause


def test_of_a_cage_follows_more_than_pairs_say():
    """From its first state to its last, or no farther than the states that a clause names."""
    state_of_1, state_of_3, state_of_5 = 28, 30, 33
    first_holds_1, second_holds_2, last_holds_3 = 10, 14, 18
    for sound in (
        (-state_of_1, 14, 15),
        (-first_holds_1, -second_holds_2, last_holds_3),
        (-state_of_5, -state_of_3, second_holds_2),
        (-state_of_5, 29, state_of_3),
        (-last_holds_3, first_holds_1, 29),
    ):
        assert refusal(TRIPLE, sound) is None
        for i in range(3):
            assert refusal(TRIPLE, (*sound[:i], -sound[i], *sound[i + 1 :])) is not None
            assert refusal(TRIPLE, sound[:i] + sound[i + 1 :]) is not None


@pytest.mark.parametrize(
    ("puzzle", "cells", "full"),
    [
        (PUZZLE, ROW, True),
        (PUZZLE, ((0, 1), (1, 1), (2, 1)), True),
        (RECTANGLE, ROW, True),
        (RECTANGLE, ((0, 0), (1, 0)), False),
    ],
)
def test_of_a_house_follows_that_no_value_comes_twice_and_each_comes_if_it_is_full(
    puzzle, cells, full
):
    own = [Variables(puzzle).of_cells[puzzle.cells.index(cell)] for cell in cells]
    sound = set()
    for same in zip(*own, strict=True):
        sound.update(frozenset((-one, -other)) for one, other in combinations(same, 2))
        if full:
            sound.add(frozenset(same))
    of_another_cell = 18
    for clause in short_clauses({*chain(*own), of_another_cell}, 3):
        found = refusal(Stated("house", cells, 0), clause, puzzle=puzzle)
        assert (found is None) == (frozenset(clause) in sound), clause
    for clause in sound:
        assert refusal(Stated("house", cells, 0), (*clause, of_another_cell), puzzle=puzzle)


def test_of_a_cell_follows_that_it_has_one_value():
    for clause in short_clauses({4, 5, 6, 7}, 4):
        follows = {4, 5, 6}.issuperset(map(abs, clause)) and all(
            any((one > 0) == (abs(one) == true) for one in clause) for true in (4, 5, 6)
        )
        assert (refusal(CELL, clause) is None) == follows, clause


def test_of_a_cage_of_a_killer_follows_that_its_cells_differ():
    states = ((0,), (0, 0, 0), (0, 0, 0), (0,))
    stated = Stated("cage", ((0, 0), (0, 1), (1, 2)), 0, "6+", Automaton(states, SIX.arcs))
    no_2_twice = (-2, -17)
    some_1 = (1, 4, 16)
    assert refusal(stated, no_2_twice, some_1, puzzle=KILLER) is None
    as_kenken = Puzzle(3, KILLER.cages)
    assert refusal(stated, no_2_twice, puzzle=as_kenken) is not None
    assert refusal(stated, some_1, puzzle=as_kenken) is not None


def lacking(automaton, layer, arc):
    arcs = list(automaton.arcs)
    arcs[layer] = tuple(each for each in arcs[layer] if each != arc)
    return automaton._replace(arcs=tuple(arcs))


def more(automaton, layer, arc):
    arcs = list(automaton.arcs)
    arcs[layer] = (*arcs[layer], arc)
    return automaton._replace(arcs=tuple(arcs))


@pytest.mark.parametrize("stated", [CELL, HOUSE, CAGE, TRIPLE, SUM], ids=str)
def test_what_is_as_it_should_be_is_not_refused(stated):
    assert refusal(stated) is None


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        (replace(CELL, cells=((3, 3),)), "no cell of the puzzle"),
        (replace(HOUSE, cells=ROW[:2]), "no house of the puzzle"),
        (replace(CELL, automaton=ONLY), "have a clue and an automaton"),
        (replace(HOUSE, clue="6+"), "have a clue and an automaton"),
        (replace(CAGE, automaton=None), "have a clue and an automaton"),
        (replace(HOUSE, houses=(ROW,)), "only a sum is made of houses"),
        (replace(CAGE, cages=(NamedCage("3+", ROW[:2]),)), "only a sum is made of houses"),
        (replace(CAGE, clue="4+"), "is no cage of the puzzle"),
        (replace(CAGE, cells=ROW[1:]), "is no cage of the puzzle"),
        (replace(CAGE, cells=(ROW[1], ROW[0])), "is no cage of the puzzle"),
        # automata
        (replace(CAGE, automaton=SIX), "not one of 2 cells"),
        (replace(CAGE, automaton=THREE._replace(states=THREE.states[:2])), "not one of 2 cells"),
        (replace(CAGE, automaton=THREE._replace(arcs=THREE.arcs[:1])), "not one of 2 cells"),
        (replace(CAGE, automaton=more(THREE, 0, (1, 3, 0))), "a state that there is not"),
        (replace(CAGE, automaton=more(THREE, 0, (0, 3, 2))), "a state that there is not"),
        (replace(CAGE, automaton=more(THREE, 0, (0, 1, 1))), "two arcs of a state"),
        (
            replace(CAGE, automaton=THREE._replace(states=((0,), (28, 28), (0,)))),
            "stands for two states",
        ),
        (
            replace(CAGE, automaton=THREE._replace(states=((0,), (27, 28), (0,)))),
            "stands for two states",
        ),
        (
            replace(CAGE, automaton=THREE._replace(states=((0,), (-1, 28), (0,)))),
            "stands for two states",
        ),
        (replace(CAGE, automaton=Automaton(((), (), ()), ((), ()))), "excludes values"),
        (replace(CAGE, automaton=lacking(THREE, 0, (0, 1, 0))), "excludes values"),
        (replace(CAGE, automaton=lacking(THREE, 1, (1, 1, 0))), "excludes values"),
        (replace(TRIPLE, automaton=lacking(SIX, 1, (1, 2, 1))), "excludes values"),
        (replace(TRIPLE, automaton=lacking(SIX, 2, (1, 2, 0))), "excludes values"),
        # sums
        (replace(SUM, automaton=lacking(ONLY, 0, (0, 3, 0))), "excludes values"),
        (replace(SUM, clue="3-"), "no sum or product"),
        (replace(SUM, clue="+"), "no sum or product"),
        (replace(SUM, clue="03+"), "no sum or product"),
        (replace(EMPTY_SUM, clue="-0+"), "no sum or product"),
        (replace(SUM, clue=f"{'9' * 5000}+"), "no sum or product"),
        (replace(SUM, houses=()), "no sum or product"),
        (replace(SUM, houses=(ROW[:2],)), "hold every value"),
        (replace(SUM, cages=(NamedCage("4+", ROW[:2]),)), "is no cage of the puzzle"),
        (
            replace(
                SUM, cages=(NamedCage("3*", ((2, 1), (2, 2))),), houses=(((2, 0), (2, 1), (2, 2)),)
            ),
            "another operator",
        ),
        (replace(SUM, cells=ROW[1:2]), "its cells are not"),
        (replace(SUM, cages=()), "its cells are not"),
        (replace(SUM, houses=(ROW, ROW), cells=(*ROW, ROW[2])), "its cells are not"),
        (replace(SUM, clue="4+"), "its total is not"),
        (replace(SUM, clue="3*"), "another operator"),
        (
            replace(EMPTY_SUM, automaton=NOTHING._replace(states=((),))),
            "excludes that there is no cell left",
        ),
    ],
)
def test_what_is_not_of_the_puzzle_is_refused(stated, reason):
    found = refusal(stated)
    assert found is not None
    assert reason in found


def test_nothing_is_left_of_a_house_full_of_cages():
    assert refusal(EMPTY_SUM) is None
    assert refusal(EMPTY_SUM, ()) is not None


def test_a_house_that_need_not_hold_every_value_is_in_no_sum():
    stated = Stated(
        "sum", ((1, 0),), 0, "2+", ONLY, (((0, 0), (1, 0)),), (NamedCage("1", ((0, 0),)),)
    )
    assert "hold every value" in refusal(stated, puzzle=RECTANGLE)


def test_a_zero_cannot_be_taken_from_a_product():
    both = Automaton(((0,), (0,)), (((0, 0, 0), (0, 1, 0)),))
    stated = Stated(
        "sum", ((0, 1),), 0, "0*", both, (((0, 0), (0, 1)),), (NamedCage("1", ((0, 0),)),)
    )
    assert "a zero in them" in refusal(stated, puzzle=WITH_ZEROS)
