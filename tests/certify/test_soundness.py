"""What a certificate may say of a constraint: each clause that follows, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kenken_cp import Cage, Puzzle
from kenken_cp.certify.certificate import StatedConstraint
from kenken_cp.certify.soundness import Soundness, UnsoundError
from kenken_cp.model.operators import OPERATORS
from kenken_cp.text import cell_names
from puzzles import examples

ROW = ((0, 0), (0, 1), (0, 2))
NEXT_ROW = ((1, 0), (1, 1), (1, 2))

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

CELL = StatedConstraint("cell r1c2", 0)
HOUSE = StatedConstraint("house r1c1 r1c2 r1c3", 0)
CAGE = StatedConstraint(
    "cage 3+ r1c1 r1c2",
    0,
    states=((0,), (28, 29), (0,)),  # what the first cell holds
    arcs=(((0, 1, 0), (0, 2, 1)), ((0, 2, 0), (1, 1, 0))),
)
TRIPLE = StatedConstraint(
    "cage 6+ r2c1 r2c2 r2c3",
    0,
    # After two cells, a state for 3, for 4 (which has no variable), 5.
    states=((0,), (28, 29, 30), (31, 0, 33), (0,)),
    arcs=(
        ((0, 1, 0), (0, 2, 1), (0, 3, 2)),
        ((0, 2, 0), (0, 3, 1), (1, 1, 0), (1, 2, 1), (1, 3, 2), (2, 1, 1), (2, 2, 2)),
        ((0, 3, 0), (1, 2, 0), (2, 1, 0)),
    ),
)
SUM = StatedConstraint(
    "sum +", 0, (HOUSE.name,), (CAGE.name,), states=((0,), (0,)), arcs=(((0, 3, 0),),)
)
EMPTY_SUM = StatedConstraint("sum +", 0, ("house r2c1 r2c2 r2c3",), (TRIPLE.name,), states=((),))


def variables_of(puzzle, cells):
    """Of each cell its variables, by value."""
    width = len(puzzle.values)
    first = [1 + width * puzzle.cells.index(cell) for cell in cells]
    return [range(start, start + width) for start in first]


def refusal(constraint, *clauses, puzzle=PUZZLE):
    """Why it is refused; None if it is not."""
    constraint = replace(constraint, clauses=len(clauses))
    try:
        Soundness(puzzle, 33).check(constraint, clauses, 1)
    except UnsoundError as error:
        return str(error)
    return None


def on_paths(puzzle, constraint, cells):
    """The variables a constraint with an automaton is about; and, for each path, the true ones."""
    own, states = variables_of(puzzle, cells), constraint.states
    ways = [(0, frozenset())]
    for variables, layer, after in zip(own, constraint.arcs, states[1:], strict=True):
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


@pytest.mark.parametrize(("stated", "cells"), [(CAGE, ROW[:2]), (TRIPLE, NEXT_ROW)])
def test_of_a_cage_follows_what_holds_on_each_path(stated, cells):
    variables, ways = on_paths(PUZZLE, stated, cells)
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


def test_a_literal_that_comes_twice_says_no_more_than_once():
    """That two literals are no 1 says that 1 is not in two cells, unless both are of one cell."""
    for twice in ((-1, -1), (1, 1, 1)):
        assert refusal(HOUSE, twice) is not None


def test_a_hidden_operator_needs_a_path_for_the_tuples_of_each():
    """3 is 1 + 2, and 1 * 3 too."""
    puzzle = Puzzle(3, [Cage(ROW[:2], None, 3)])
    sums = ((0, 1, 0), (0, 2, 1)), ((0, 2, 0), (1, 1, 0))
    stated = StatedConstraint("cage 3 r1c1 r1c2", 0, states=((0,), (0, 0), (0,)), arcs=sums)
    assert "excludes values" in refusal(stated, puzzle=puzzle)
    both = ((0, 1, 0), (0, 2, 1), (0, 3, 1)), ((0, 2, 0), (0, 3, 0), (1, 1, 0))
    assert refusal(replace(stated, arcs=both), puzzle=puzzle) is None


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
    own = variables_of(puzzle, cells)
    house = StatedConstraint(f"house {cell_names(cells)}", 0)
    sound = set()
    for same in zip(*own, strict=True):
        sound.update(frozenset((-one, -other)) for one, other in combinations(same, 2))
        if full:
            sound.add(frozenset(same))
    of_another_cell = 18
    for clause in short_clauses({*chain(*own), of_another_cell}, 3):
        found = refusal(house, clause, puzzle=puzzle)
        assert (found is None) == (frozenset(clause) in sound), clause
    for clause in sound:
        assert refusal(house, (*clause, of_another_cell), puzzle=puzzle)


def test_of_a_cell_follows_that_it_has_one_value():
    for clause in short_clauses({4, 5, 6, 7}, 4):
        follows = {4, 5, 6}.issuperset(map(abs, clause)) and all(
            any((one > 0) == (abs(one) == true) for one in clause) for true in (4, 5, 6)
        )
        assert (refusal(CELL, clause) is None) == follows, clause


def test_of_a_cage_of_a_killer_follows_that_its_cells_differ():
    states = ((0,), (0, 0, 0), (0, 0, 0), (0,))
    stated = replace(TRIPLE, name="cage 6+ r1c1 r1c2 r2c3", states=states)
    no_2_twice = (-2, -17)
    some_1 = (1, 4, 16)
    assert refusal(stated, no_2_twice, some_1, puzzle=KILLER) is None
    as_kenken = Puzzle(3, KILLER.cages)
    assert refusal(stated, no_2_twice, puzzle=as_kenken) is not None
    assert refusal(stated, some_1, puzzle=as_kenken) is not None


def lacking(constraint, layer, arc):
    arcs = list(constraint.arcs)
    arcs[layer] = tuple(each for each in arcs[layer] if each != arc)
    return replace(constraint, arcs=tuple(arcs))


def more(constraint, layer, arc):
    arcs = list(constraint.arcs)
    arcs[layer] = (*arcs[layer], arc)
    return replace(constraint, arcs=tuple(arcs))


@pytest.mark.parametrize("stated", [CELL, HOUSE, CAGE, TRIPLE, SUM], ids=lambda each: each.name)
def test_what_is_as_it_should_be_is_not_refused(stated):
    assert refusal(stated) is None


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        (replace(CELL, name="cell r4c4"), "no constraint of the puzzle"),
        (replace(HOUSE, name="house r1c1 r1c2"), "no constraint of the puzzle"),
        (replace(CAGE, name="cage 4+ r1c1 r1c2"), "no constraint of the puzzle"),
        (replace(CAGE, name="cage 3+ r1c2 r1c3"), "no constraint of the puzzle"),
        (replace(CAGE, name="cage 3+ r1c2 r1c1"), "no constraint of the puzzle"),
        (replace(CELL, states=((),)), "only a cage and a sum have an automaton"),
        (replace(HOUSE, arcs=((),)), "only a cage and a sum have an automaton"),
        (replace(HOUSE, houses=(HOUSE.name,)), "only a sum is made of houses"),
        (replace(CAGE, cages=(CAGE.name,)), "only a sum is made of houses"),
        # automata
        (replace(CAGE, states=(), arcs=()), "not one of 2 cells"),
        (replace(CAGE, states=TRIPLE.states, arcs=TRIPLE.arcs), "not one of 2 cells"),
        (replace(CAGE, states=CAGE.states[:2]), "not one of 2 cells"),
        (replace(CAGE, arcs=CAGE.arcs[:1]), "not one of 2 cells"),
        (more(CAGE, 0, (1, 3, 0)), "a state that there is not"),
        (more(CAGE, 0, (0, 3, 2)), "a state that there is not"),
        (more(CAGE, 0, (0, 1, 1)), "two arcs of a state"),
        (replace(CAGE, states=((0,), (28, 28), (0,))), "stands for two states"),
        (replace(CAGE, states=((0,), (27, 28), (0,))), "stands for two states"),
        (replace(CAGE, states=((0,), (-1, 28), (0,))), "or is none"),
        (replace(CAGE, states=((0,), (34, 28), (0,))), "or is none"),
        (replace(CAGE, states=((), (), ()), arcs=((), ())), "excludes values"),
        (lacking(CAGE, 0, (0, 1, 0)), "excludes values"),
        (lacking(CAGE, 1, (1, 1, 0)), "excludes values"),
        (lacking(TRIPLE, 1, (1, 2, 1)), "excludes values"),
        (lacking(TRIPLE, 2, (1, 2, 0)), "excludes values"),
        # sums
        (lacking(SUM, 0, (0, 3, 0)), "excludes values"),
        (replace(SUM, name="sum -", houses=(), cages=()), "no constraint of the puzzle"),
        (replace(SUM, houses=("house r1c1 r1c2",)), "is no house that holds every value"),
        (
            replace(SUM, houses=(HOUSE.name, "house r1c1 r2c1 r3c1")),
            "a cell is in two of its houses",
        ),
        (replace(SUM, houses=(HOUSE.name, HOUSE.name)), "a cell is in two of its houses"),
        (replace(SUM, cages=("cage 4+ r1c1 r1c2",)), "is no cage of that operator"),
        (replace(SUM, cages=("cage 3* r3c2 r3c3",)), "is no cage of that operator"),
        (replace(SUM, cages=(CAGE.name, CAGE.name)), "or of its cages"),
        (replace(SUM, cages=(TRIPLE.name,)), "a cage is not inside its houses"),
        (replace(SUM, cages=()), "not one of 3 cells"),
        (replace(SUM, name="sum *"), "is no cage of that operator"),
        (replace(EMPTY_SUM, houses=(), cages=()), "excludes values"),
    ],
)
def test_what_is_not_of_the_puzzle_is_refused(stated, reason):
    assert reason in refusal(stated)


@examples(60)
@given(
    values=st.sets(st.integers(-3, 12), min_size=3, max_size=4),
    operator=st.sampled_from([each for each in OPERATORS if each.stands_on(3)]),
    data=st.data(),
)
def test_each_tuple_that_makes_the_clue_needs_a_path(values, operator, data):
    """By a tree of all of them; from which then one leaf is taken."""
    every = list(product(sorted(values), repeat=3))
    made = {operator.evaluate(each) for each in every} - {None}
    assume(made)
    puzzle = Puzzle(
        (2, 3), [Cage([(0, 0), (0, 1), (1, 0)], operator, max(made))], values, rules="calcudoku"
    )
    tuples = [each for each in every if operator.holds(each, max(made))]
    firsts, seconds = (sorted({each[:length] for each in tuples}) for length in (1, 2))
    stated = StatedConstraint(
        f"cage {puzzle.cages[0].clue} r1c1 r1c2 r2c1",
        0,
        states=((0,), (0,) * len(firsts), (0,) * len(seconds), (0,)),
        arcs=(
            tuple((0, first[-1], place) for place, first in enumerate(firsts)),
            tuple((firsts.index(two[:1]), two[-1], place) for place, two in enumerate(seconds)),
            tuple((seconds.index(three[:2]), three[-1], 0) for three in tuples),
        ),
    )
    assert refusal(stated, puzzle=puzzle) is None
    leaf = data.draw(st.sampled_from(stated.arcs[2]))
    assert "excludes values" in refusal(lacking(stated, 2, leaf), puzzle=puzzle)


def test_as_many_clauses_as_are_stated():
    with pytest.raises(UnsoundError, match="fewer clauses"):
        Soundness(PUZZLE, 33).check(replace(CELL, clauses=2), [(4, 5, 6)], 1)


def test_nothing_is_left_of_a_house_full_of_cages():
    assert "follow" in refusal(replace(EMPTY_SUM, states=((0,),)), ())
    wrong = Puzzle(3, [Cage(NEXT_ROW, "+", 7)])
    contradiction = replace(EMPTY_SUM, cages=("cage 7+ r2c1 r2c2 r2c3",))
    assert refusal(contradiction, (), puzzle=wrong) is None
    assert "excludes values" in refusal(EMPTY_SUM, ())


def test_a_house_that_need_not_hold_every_value_is_in_no_sum():
    stated = replace(SUM, houses=("house r1c1 r2c1",), cages=("cage 1 r1c1",))
    assert "no house that holds every value" in refusal(stated, puzzle=RECTANGLE)


def test_a_product_has_a_whole_rest_and_no_zero():
    stated = replace(SUM, name="sum *", houses=("house r1c1 r1c2",), cages=("cage 1 r1c1",))
    assert "a zero in them" in refusal(stated, puzzle=WITH_ZEROS)
    four = Puzzle(3, [Cage(ROW[:2], "*", 4)])
    stated = replace(SUM, name="sum *", cages=("cage 4* r1c1 r1c2",))
    assert "do not divide" in refusal(stated, puzzle=four)
