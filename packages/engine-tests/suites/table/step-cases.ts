import { call, type EngineCase, errors, find, rows, saying } from "./engine-case.ts";
import { UNTOUCHED } from "./harbour.ts";

/** Every column of a boat, in the order in which it is answered. */
const BOAT = [
  ...["_RowNumber", "Boat", "Pier", "Length", "Beam", "State", "Reason", "Since", "Fee", "Saves", "Seen"],
  ...["Sign", "Related Crews"],
];

const trips = (...cells: readonly Readonly<Record<string, unknown>>[]) =>
  [find("Trips"), rows(...cells)] as const;

/** The steps of an Add. */
export const ADD_STEPS: readonly EngineCase[] = [
  [
    "initial values are set, app formulas computed",
    [
      call("Add", "Boats", { Boat: "b9" }),
      rows({ Length: 10, Beam: 5, State: "In", Reason: null, Since: null, Fee: 20 }),
    ],
  ],
  [
    "request values are applied: what is sent wins, a blank too, and initial values do not follow it",
    [call("Add", "Boats", { Boat: "b9", Length: 40 }), rows({ Length: 40, Beam: 5, Fee: 80 })],
    [call("Add", "Boats", { Boat: "b8", Length: "", Beam: "" }), rows({ Length: null, Fee: 0 })],
    [call("Add", "Boats", { Boat: "b7", State: null }), errors("1 State rule/required")],
  ],
  [
    "a blank key cell takes the key's initial value; one without stays an error",
    [call("Add", "Boats", { Boat: "" }, { Boat: null }), rows({ Length: 10 }, { Length: 10 })],
    [saying(call("Add", "Boats", { Boat: "" }), { OnDuplicate: "update" }), rows({ _RowNumber: 6 })],
    [find("Boats", 'FILTER("Boats", LEN([Boat]) = 8)'), rows({}, {}, {})],
    [call("Add", "Piers", { Pier: "" }), errors("1 Pier key/missing")],
  ],
  [
    "formulas are computed, change columns updated",
    [
      saying(call("Add", "Boats", { Boat: "b9", Length: 6 }), { Location: "1.5, 2" }),
      rows({ Fee: 12, Saves: 1, Seen: "1.500000, 2.000000" }),
    ],
  ],
  ["Required", [call("Add", "Boats", { State: "" }), errors("1 State rule/required")]],
  ["Required_If", [call("Add", "Boats", { State: "Out" }), errors("1 Reason rule/required")]],
  ["Valid_If", [call("Add", "Boats", { Length: 4 }), errors("1 Beam rule/valid-if")]],
  ["types", [call("Add", "Boats", { Since: "02/30/2026" }), errors("1 Since cell/unreadable")]],
  ["types: an Enum", [call("Add", "Boats", { State: "Lost" }), errors("1 State cell/not-in-list")]],
  ["bounds", [call("Add", "Boats", { Length: 101 }), errors("1 Length cell/out-of-bounds")]],
  ["uniqueness", [call("Add", "Boats", { Boat: "b1" }), errors("1 key/duplicate")]],
  [
    "the row is written",
    [call("Add", "Logs", { Log: 4, Note: "x" })],
    [find("Logs", "LIST(4)"), rows({ Log: 4, Note: "x" })],
  ],
  [
    "workflow rules",
    [call("Add", "Boats", { Boat: "b9", Since: "2026-01-01" })],
    trips({ Boat: "b9", State: "In" }),
  ],
  ["rows are returned, all columns, virtual ones included", [call("Add", "Boats", {}), { columns: BOAT }]],
];

/** The steps of an Edit. */
export const EDIT_STEPS: readonly EngineCase[] = [
  [
    "the row is loaded by its key",
    [
      call("Edit", "Boats", { Boat: "b2", Since: "2026-03-01" }),
      rows({ _RowNumber: 2, Boat: "b2", Reason: "fish" }),
    ],
  ],
  [
    "request values are applied; an omitted column keeps its value, initial values stay away, blank and null empty a column",
    [
      call("Edit", "Boats", { Boat: "b1", Length: "", Beam: null }),
      rows({ Pier: "p1", Length: null, Beam: null, State: "In" }),
    ],
    [
      call("Edit", "Boats", { Boat: "b1", Since: "2026-01-31" }),
      rows({ Pier: "p1", Length: null, Since: "2026-01-31" }),
    ],
  ],
  [
    "formulas are computed, change columns updated",
    [
      saying(call("Edit", "Boats", { Boat: "b1", Length: 7, Since: "2026-01-31" }), { Location: "1, 2" }),
      rows({ Fee: 14, Saves: 2, Seen: "0.000000, 0.000000" }),
    ],
    [call("Edit", "Boats", { Boat: "b1", Since: "" }), rows({ Fee: 14, Saves: 2 })],
  ],
  ["Required", [call("Edit", "Boats", { Boat: "b1", State: "" }), errors("1 State rule/required")]],
  ["Required_If", [call("Edit", "Boats", { Boat: "b1", State: "Out" }), errors("1 Reason rule/required")]],
  ["Valid_If", [call("Edit", "Boats", { Boat: "b1", Length: 4 }), errors("1 Beam rule/valid-if")]],
  ["types", [call("Edit", "Boats", { Boat: "b1", Length: "ten" }), errors("1 Length cell/unreadable")]],
  ["bounds", [call("Edit", "Boats", { Boat: "b1", Length: 101 }), errors("1 Length cell/out-of-bounds")]],
  [
    "the row is written",
    [call("Edit", "Boats", { Boat: "b3", Length: 31 })],
    [find("Boats", 'LIST("b3")'), rows({ _RowNumber: 3, Length: 31, Fee: 62, Saves: 2 })],
  ],
  [
    "workflow rules",
    [call("Edit", "Boats", { Boat: "b1", Since: "2026-01-01", State: "Out", Reason: "x" })],
    trips({ Boat: "b1", State: "Out" }),
  ],
  [
    "rows are returned, all columns, virtual ones included",
    [call("Edit", "Boats", { Boat: "b1" }), { columns: BOAT }],
  ],
];

/** The steps of a Delete. */
export const DELETE_STEPS: readonly EngineCase[] = [
  [
    "rows are found by their key; what else is sent for them does not count",
    [call("Delete", "Boats", { Boat: "b3", Length: "whatever" }), rows({ _RowNumber: 3, Boat: "b3" })],
  ],
  [
    "rows are removed, part-of children first",
    [call("Delete", "Boats", { Boat: "b1" })],
    [find("Boats"), rows({ Boat: "b2" }, { Boat: "b3" })],
    [find("Crew"), rows({ _ComputedKey: "b2: Ada" })],
  ],
  [
    "deleted rows are returned with all their values, in the order of the call",
    [
      call("Delete", "Boats", { Boat: "b3" }, { Boat: "b1" }),
      rows(
        { _RowNumber: 3, Fee: 60 },
        { _RowNumber: 1, Sign: "b1/3", "Related Crews": ["b1: Ada", "b1: Bea"] },
      ),
    ],
  ],
  [
    "a dry run removes nothing",
    [saying(call("Delete", "Boats", { Boat: "b1" }), { DryRun: true })],
    UNTOUCHED,
  ],
];

/** The steps of an invoked action. */
export const ACTION_STEPS: readonly EngineCase[] = [
  ["the row is loaded by its key", [call("Stretch", "Boats", { Boat: "b9" }), errors("1 row/not-found")]],
  [
    "assignments are computed from the row before the action, and applied",
    [call("Stretch", "Boats", { Boat: "b1", Length: 99 }), rows({ Length: 30, Beam: 10 })],
  ],
  [
    "formulas are computed, change columns updated",
    [call("Stretch", "Boats", { Boat: "b1" }), rows({ Fee: 60, Saves: 2 })],
  ],
  [
    "Required, Required_If, Valid_If, types, bounds: every error of every row, and no row is written",
    [call("Stretch", "Boats", { Boat: "b1" }, { Boat: "b2" })],
    [
      call("Stretch", "Boats", { Boat: "b3" }, { Boat: "b1" }, { Boat: "b2" }),
      errors("3 Length cell/out-of-bounds"),
    ],
    [find("Boats"), rows({ Length: 30 }, { Length: 60 }, { Length: 30 })],
  ],
  [
    "the row is written",
    [call("Sail", "Boats", { Boat: "b1" })],
    [find("Boats Out"), rows({ Boat: "b1", Reason: "was In" }, { Boat: "b2" })],
  ],
  [
    "workflow rules, once for a row, with the first Before and the last After image",
    [call("Stretch And Sail", "Boats", { Boat: "b1" })],
    trips({ Boat: "b1", State: "Out" }),
  ],
  [
    "rows are returned, all columns, virtual ones included",
    [call("Stretch", "Boats", { Boat: "b1" }), { columns: BOAT }],
  ],
  [
    "a condition that is false skips the row, which is returned unchanged with a warning",
    [
      call("Sail", "Boats", { Boat: "b2" }, { Boat: "b1" }),
      {
        rows: [{ Boat: "b2", Reason: "fish", Saves: 1 }, { State: "Out" }],
        warnings: ["action/passed-over"],
      },
    ],
  ],
  [
    "members of a group see what earlier members did",
    [
      call("Stretch And Sail", "Boats", { Boat: "b1" }),
      rows({ Length: 90, Beam: 30, State: "Out", Fee: 180 }),
    ],
  ],
  [
    "a dry run changes nothing",
    [saying(call("Stretch", "Boats", { Boat: "b1" }), { DryRun: true })],
    UNTOUCHED,
  ],
];
