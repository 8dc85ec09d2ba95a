from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import boxes
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KILLER

SQUARE = Cage(((0, 0), (0, 1), (1, 0), (1, 1)), "+", 10)


def test_conflicts_come_from_lines_houses_and_rules():
    def must_differ(**more):
        return instance(Puzzle(4, (SQUARE,), **more)).cages[0].relation.must_differ

    assert must_differ() == (0, 0b1, 0b1, 0b110)
    assert must_differ(houses=boxes(4, 2, 2)) == (0, 0b1, 0b11, 0b111)
    assert must_differ(rules=KILLER) == (0, 0b1, 0b11, 0b111)


def test_groups_are_lines_houses_and_the_cages_of_killer():
    board = instance(Puzzle(4, (SQUARE,), houses=boxes(4, 2, 2)[:1], rules=KILLER))
    assert len(board.groups) == 4 + 4 + 1 + 1
    assert len(board.houses) == 4 + 4 + 1
    assert [group.full for group in board.groups] == [True] * 10
    assert board.groups_of[5] == {1, 5, 8, 9}
    assert instance(Puzzle(4, (SQUARE,))).groups_of[5] == {1, 5}


def test_a_rectangle_has_full_lines_in_one_direction():
    board = instance(Puzzle((2, 3), (Cage(((0, 2), (1, 2)), "-", 1),)))
    assert [group.full for group in board.groups] == [True, True, False, False, False]
    assert board.cages[0].cells == (2, 5)
    assert board.cage_of == [None, None, 0, None, None, 0]
    assert board.free_cells == [0, 1, 3, 4]
    assert board.peers[4] == (1, 3, 5)
    assert board.grid([1, 2, 3, 2, 3, 1]) == ((1, 2, 3), (2, 3, 1))
    assert [board.index(cell) for cell in board.cells] == list(range(6))


def test_more_values_than_cells_leave_no_group_full():
    assert not any(group.full for group in instance(Puzzle(3, values=range(4))).groups)


def test_an_instance_is_made_once_for_a_puzzle():
    puzzle = Puzzle(3)
    assert instance(puzzle) is instance(puzzle)
    assert instance(Puzzle(3)).puzzle == puzzle


def test_cages_alike_share_their_tuples_wherever_they_lie():
    cages = [Cage(((row, 0), (row, 1)), "+", 5) for row in range(4)]
    cages += [Cage(((0, 2), (1, 2)), "+", 5), Cage(((2, 2), (3, 3)), "+", 5)]
    relations = [cage.relation for cage in instance(Puzzle(4, cages)).cages]
    assert len({id(relation) for relation in relations}) == 2
