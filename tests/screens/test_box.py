"""Rows, columns, wrapped lines and grids of ours, laid out by numbers worked out by hand."""

from __future__ import annotations

from kivy.uix.widget import Widget

from screens.widgets.box import Box
from screens.widgets.layouts import Across, Column, Equal, Flow, Grid
from screens.widgets.sheet import Sheet


def piece(width: float = 0, height: float = 0, share: float | None = None) -> Widget:
    return Widget(size_hint=(share, None), size=(width, height))


def test_a_row_gives_the_room_that_is_left_to_those_who_share_it() -> None:
    fixed, one, two = piece(40, 20), piece(0, 30, 1), piece(0, 10, 2)
    row = Across(fixed, one, two, gap=10, pad=(5, 0, 5, 0), width=210)
    row.do_layout()
    # 210 - 10 at the sides - 20 between - 40 = 140, one part in three and two
    assert [round(each.width, 3) for each in (one, two)] == [46.667, 93.333]
    assert (fixed.x, one.x, round(two.x, 3)) == (5, 55, 111.667)
    assert row.height == 30
    assert [each.center_y for each in (fixed, one, two)] == [15, 15, 15]


def test_a_column_is_as_high_as_what_it_holds() -> None:
    high, low = piece(0, 30, 1), piece(50, 12)
    column = Column(high, low, gap=4, pad=(6, 3, 6, 5), width=112, pos=(7, 9))
    column.do_layout()
    assert column.height == 3 + 30 + 4 + 12 + 5
    assert high.width == 100
    assert (high.pos, low.pos) == ([13, 9 + 5 + 12 + 4], [13, 14])


def test_what_is_within_is_laid_out_with_it_and_follows_it() -> None:
    inner = piece(0, 20, 1)
    row = Across(piece(30, 10), inner, gap=0, width=100)
    column = Column(row, width=100)
    column.do_layout()
    column.pos = (50, 70)
    column.do_layout()
    assert (inner.pos, inner.size) == ([80, 70], [70, 20])


def test_a_box_grows_with_its_child() -> None:
    child = piece(0, 20, 1)
    column = Column(child, width=100)
    column.do_layout()
    child.height = 44
    column.do_layout()
    assert column.height == 44


def test_pieces_wrap_where_the_next_has_no_room() -> None:
    pieces = [piece(40, 10), piece(40, 16), piece(40, 12)]
    flow = Flow(*pieces, gap=5, width=90)
    flow.do_layout()
    assert flow.height == 16 + 5 + 12 + 5
    assert [each.x for each in pieces] == [0, 45, 0]
    assert [each.top for each in pieces] == [38, 38, 17]


def test_a_grid_has_columns_of_equal_width_and_lines_as_high_as_their_highest() -> None:
    pieces = [piece(0, 10, 1), piece(0, 20, 1), piece(0, 15, 1)]
    grid = Grid(2, *pieces, gap=6)
    grid.width = 106
    grid.do_layout()
    assert [each.width for each in pieces] == [50, 50, 50]
    assert grid.height == 20 + 6 + 15
    assert [each.pos for each in pieces] == [[0, 21], [56, 21], [0, 0]]


def test_equal_columns_are_as_high_as_the_highest() -> None:
    low, high = Box("vertical"), Box("vertical")
    low.add_widget(piece(0, 10, 1))
    high.add_widget(piece(0, 34, 1))
    pair = Equal(low, high, gap=8)
    pair.width = 108
    pair.do_layout()
    assert [each.size for each in (low, high)] == [[50, 34], [50, 34]]
    assert pair.height == 34


def test_a_sheet_builds_first_what_is_in_sight() -> None:
    built: list[int] = []

    def row(n: int) -> Widget:
        built.append(n)
        return Across(piece(0, 100, 1))

    sheet = Sheet(lambda: None, *(lambda n=n: row(n) for n in range(20)), gap=0)
    sheet.settle((400, 500))
    # 88 of a hundred parts of 500 are 440: the grip, then five rows of 100
    assert built == [0, 1, 2, 3, 4]
    assert not sheet.is_whole
    while not sheet.is_whole:
        sheet._build_more(0)
    assert built == list(range(20))
    sheet.release()
