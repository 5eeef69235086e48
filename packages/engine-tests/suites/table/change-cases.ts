import { call, type EngineCase, errors, find, rows, saying } from "./engine-case.ts";
import { UNTOUCHED } from "./harbour.ts";

const update = (table: string, ...cells: Readonly<Record<string, unknown>>[]) =>
  saying(call("Add", table, ...cells), { OnDuplicate: "update" });

/** What holds of every call that changes rows. */
export const CHANGE_CASES: readonly EngineCase[] = [
  [
    "one call is one transaction: all rows or none",
    [call("Add", "Boats", { Boat: "b8" }, { Boat: "b1" }), errors("2 key/duplicate")],
    [call("Edit", "Boats", { Boat: "b1", Length: 7 }, { Boat: "nope" }), errors("2 row/not-found")],
    [call("Delete", "Boats", { Boat: "b1" }, { Boat: "nope" }), errors("2 row/not-found")],
    UNTOUCHED,
  ],
  [
    "every bad cell of every row is reported, not the first",
    [
      call(
        "Add",
        "Boats",
        { Length: "x", Since: "y" },
        { Boat: "ok" },
        { Boat: "", State: "Out", Length: 0, Hull: 1 },
      ),
      errors(
        ...["1 Length cell/unreadable", "1 Since cell/unreadable", "3 Beam rule/valid-if"],
        ...["3 Hull column/unknown", "3 Length cell/out-of-bounds", "3 Reason rule/required"],
      ),
    ],
    UNTOUCHED,
  ],
  [
    "keys are exact",
    [call("Edit", "Boats", { Boat: "B1" }), errors("1 row/not-found")],
    [call("Add", "Boats", { Boat: "B1" }), rows({ _RowNumber: 4, Boat: "B1" })],
  ],
  [
    "a key of several parts names its row by the parts or joined",
    [call("Edit", "Crew", { Boat: "b1", Name: "Ada", Rank: 2 }), rows({ Rank: 2 })],
    [call("Edit", "Crew", { _ComputedKey: "b1: Ada", Rank: 3 }), rows({ Boat: "b1", Name: "Ada", Rank: 3 })],
    [call("Edit", "Crew", { _ComputedKey: "b1", Rank: 3 }), errors("1 _ComputedKey key/unreadable")],
    [call("Add", "Crew", { _ComputedKey: "b2: Cid" }), errors("1 Boat key/missing", "1 Name key/missing")],
    [call("Add", "Crew", { Boat: "b1", Name: "ada" }, { Boat: "B1", Name: "Ada" })],
    [call("Delete", "Crew", { _ComputedKey: "b1: ada" }), rows({ Name: "ada" })],
  ],
  [
    "keys are immutable: another key names another row",
    [call("Edit", "Crew", { Boat: "b1", Name: "Ava", _ComputedKey: "b1: Ada" }), errors("1 row/not-found")],
  ],
  [
    "a key column may be omitted on Add when it has an initial value",
    [call("Add", "Boats", {}, {}), rows({ _RowNumber: 4 }, { _RowNumber: 5 })],
    [call("Add", "Boats", { Boat: "" }), rows({ _RowNumber: 6 })],
    [call("Add", "Piers", { Depth: 1 }), errors("1 Pier key/missing")],
    [call("Add", "Crew", { Boat: "b1" }), errors("1 Name key/missing")],
  ],
  [
    "a key value is at most 1,024 characters",
    [call("Add", "Boats", { Boat: "k".repeat(1_023) })],
    [call("Add", "Boats", { Boat: "k".repeat(1_024) })],
    [call("Add", "Boats", { Boat: "k".repeat(1_025) }), errors("1 Boat limit/key-length")],
    [call("Add", "Crew", { Boat: "k".repeat(1_025), Name: "Ada" }), errors("1 Boat limit/key-length")],
  ],
  [
    "a part of a joined key may hold what separates the parts",
    [call("Add", "Crew", { Boat: "b1: b2", Name: "Ada" }), rows({ _ComputedKey: "b1:\\ b2: Ada" })],
    [call("Edit", "Crew", { _ComputedKey: "b1:\\ b2: Ada", Rank: 3 }), rows({ Boat: "b1: b2", Rank: 3 })],
    [call("Delete", "Crew", { _ComputedKey: "b1:\\ b2: Ada" })],
    [call("Add", "Boats", { Boat: "b1: b2" }), rows({ Boat: "b1: b2" })],
  ],
  [
    "a value sent for a formula, virtual or change column or a Related one is ignored with a warning",
    [
      call("Edit", "Boats", { Boat: "b1", Fee: 1, Saves: 9, Seen: "9, 9", Sign: "x", "Related Crews": [] }),
      {
        rows: [{ Fee: 20, Saves: 1, Seen: "0.000000, 0.000000", Sign: "b1/3" }],
        warnings: ["Fee", "Saves", "Seen", "Sign", "Related Crews"].map(
          (name) => `${name} column/not-writable`,
        ),
      },
    ],
  ],
  [
    "a value sent for _RowNumber or _ComputedKey is ignored with a warning",
    [call("Edit", "Boats", { Boat: "b1", _RowNumber: 3 }), rows({ _RowNumber: 1 })],
    [
      call("Add", "Crew", { Boat: "b3", Name: "Cid", _ComputedKey: "b1: Ada" }),
      rows({ _ComputedKey: "b3: Cid" }),
    ],
  ],
  [
    "for a row that was read must be writable back",
    [
      call("Add", "Crew", {
        ...{ _RowNumber: 2, Boat: "b3", Name: "Bea", Rank: null, _ComputedKey: "b1: Bea" },
      }),
      {
        rows: [{ _ComputedKey: "b3: Bea" }],
        warnings: ["_RowNumber column/not-writable", "_ComputedKey column/not-writable"],
      },
    ],
  ],
  [
    "an unknown column is an error naming it and the nearest",
    [call("Edit", "Boats", { Boat: "b1", Lenght: 5 }), errors("1 Lenght column/unknown")],
    [
      call("Edit", "Boats", { Boat: "b1", Lenght: 5 }),
      { messages: ['Table "Boats" has no column "Lenght". Did you mean "Length"?'] },
    ],
  ],
  [
    "the empty text and null mean blank",
    [
      call("Edit", "Boats", { Boat: "b2", Pier: "", Since: null }),
      rows({ Pier: null, Since: null, Sign: "b2/" }),
    ],
  ],
  [
    "check the columns that changed and those whose Valid_If or Required_If reads a changed column",
    [call("Edit", "Boats", { Boat: "b2", Length: 11, Beam: 10 })],
    [call("Edit", "Boats", { Boat: "b2", Length: 9 }), errors("1 Beam rule/valid-if")],
    [call("Edit", "Boats", { Boat: "b2", Reason: "" }), errors("1 Reason rule/required")],
    [call("Edit", "Boats", { Boat: "b2", State: "In", Reason: "" }), rows({ State: "In", Reason: null })],
    [call("Edit", "Boats", { Boat: "b2", State: "Out" }), errors("1 Reason rule/required")],
  ],
  [
    "a row whose other columns were already invalid stays editable, also when it is sent back whole",
    [call("Edit", "Piers", { Pier: "p1", Kind: "stone", Uses: ["trade"] })],
    [call("Add", "Logs", { Log: 4 })],
    [call("Edit", "Piers", { Pier: "p1", Kind: "wood" }), errors("1 Kind rule/valid-if")],
    [call("Edit", "Piers", { Pier: "p1", Depth: 4 }), rows({ Depth: 4 })],
    [call("Edit", "Piers", { Pier: "p1", Depth: 5, Kind: "stone" }), rows({ Depth: 5 })],
    [call("Edit", "Piers", { Pier: "p1", Depth: 6, Uses: "trade" }), rows({ Depth: 6 })],
  ],
  [
    "Valid_If is skipped on a blank that is not required",
    [call("Edit", "Boats", { Boat: "b1", Beam: "", Reason: "" }), rows({ Beam: null, Reason: null })],
  ],
  [
    "change columns compare typed old and new values, and a counter adds 1 per saved change",
    [call("Edit", "Boats", { Boat: "b2", Length: "20", Reason: "fish" }), rows({ Saves: 1 })],
    [call("Edit", "Boats", { Boat: "b2", Length: 21, Reason: "Fish" }), rows({ Saves: 2 })],
    [call("Edit", "Boats", { Boat: "b2", Since: "2026-02-01" }), rows({ Saves: 2 })],
  ],
  [
    "ChangeLocation takes the Location of the call, by default 0.000000, 0.000000",
    [
      saying(call("Edit", "Boats", { Boat: "b2", State: "In" }), { Location: "47.6, -122.3" }),
      rows({ Seen: "47.600000, -122.300000" }),
    ],
    [call("Edit", "Boats", { Boat: "b2", State: "Out" }), rows({ Seen: "0.000000, 0.000000" })],
  ],
  [
    "Add with an existing key is an error",
    [
      call("Add", "Boats", { Boat: "b1" }, { Boat: "b8" }, { Boat: "b2" }),
      errors("1 key/duplicate", "3 key/duplicate"),
    ],
    [call("Add", "Crew", { Boat: "b1", Name: "Ada" }), errors("1 key/duplicate")],
  ],
  [
    "or an update, with OnDuplicate",
    [
      update("Boats", { Boat: "b1", Since: "2026-02-01" }, { Boat: "b8" }),
      rows({ _RowNumber: 1, Length: 10, Since: "2026-02-01" }, { _RowNumber: 4, Boat: "b8" }),
    ],
    [update("Logs", { Log: 1, Note: "x" }), errors("access/not-allowed")],
  ],
  [
    "Edit and Delete with a missing key: row/not-found",
    [call("Edit", "Boats", { Boat: "b9" }), { messages: ["Row having key 'b9' not found."] }],
    [
      call("Delete", "Crew", { Boat: "b9", Name: "Ada" }),
      { messages: ["Row having key 'b9: Ada' not found."] },
    ],
    [call("Edit", "Boats", { Length: 3 }), errors("1 Boat key/missing")],
    [
      call("Edit", "Boats", { Boat: "b1" }, { Boat: "B2" }, { Boat: "b1" }, { Length: 3 }),
      errors("2 row/not-found", "3 key/twice", "4 Boat key/missing"),
    ],
    [call("Delete", "Crew", { Name: "Ada" }), errors("1 Boat key/missing")],
  ],
  [
    "the same key twice in one call is an error for Add, Edit and Delete",
    [call("Add", "Boats", { Boat: "b8" }, { Boat: "b8" }), errors("2 key/twice")],
    [update("Boats", { Boat: "b1" }, { Boat: "b1" }), errors("2 key/twice")],
    [call("Edit", "Boats", { Boat: "b1" }, { Boat: "b2" }, { Boat: "b1" }), errors("3 key/twice")],
    [call("Delete", "Crew", { Boat: "b1", Name: "Ada" }, { _ComputedKey: "b1: Ada" }), errors("2 key/twice")],
    UNTOUCHED,
  ],
  [
    "rowNumbers: position is the place in stored order, exact also after deletes",
    [call("Delete", "Boats", { Boat: "b1" })],
    [find("Boats"), rows({ _RowNumber: 1, Boat: "b2" }, { _RowNumber: 2, Boat: "b3" })],
    [call("Add", "Boats", { Boat: "b1" }), rows({ _RowNumber: 3 })],
    [find("Boats", 'FILTER("Boats", [_RowNumber] > 2)'), rows({ Boat: "b1" })],
  ],
  [
    "a row keeps its number where its table says nothing",
    [call("Delete", "Logs", { Log: 1 }, { Log: 3 })],
    [find("Logs"), rows({ _RowNumber: 2, Log: 2 })],
    [call("Add", "Logs", { Log: 9 }), rows({ _RowNumber: 4 })],
    [find("Logs", 'FILTER("Logs", [_RowNumber] > 2)'), rows({ Log: 9 })],
  ],
  [
    "a table says which changes it takes",
    [call("Edit", "Logs", { Log: 1 }), errors("access/not-allowed")],
    [call("Add", "Boats Out", { Boat: "b9" }), errors("access/not-allowed")],
  ],
];
