import { call, type EngineCase, errors, find, rows, saying } from "./engine-case.ts";

const boats = (...keys: string[]) => rows(...keys.map((Boat) => ({ Boat })));
const crew = (...keys: string[]) => rows(...keys.map((_ComputedKey) => ({ _ComputedKey })));
const otherValues = { rows: [], warnings: ["selector/other-values"] };

/** Which rows a Find gives, and in which order. */
export const FIND_CASES: readonly EngineCase[] = [
  [
    "no Selector and no Rows gives all",
    [find("Boats"), boats("b1", "b2", "b3")],
    [call("Find", "Boats"), boats("b1", "b2", "b3")],
  ],
  [
    "Find fires nothing",
    [call("Edit", "Boats", { Boat: "b1", Since: "2026-01-01" })],
    [find("Boats")],
    [call("Find", "Boats", { Boat: "b1" })],
    [find("Trips"), { rows: [{ Boat: "b1" }] }],
  ],
  [
    "key rows in table order, each once",
    [call("Find", "Boats", { Boat: "b3" }, { Boat: "b1" }, { Boat: "b3" }), boats("b1", "b3")],
  ],
  [
    "Find leaves missing keys out",
    [call("Find", "Boats", { Boat: "nope" }, { Boat: "b2" }, { Boat: "B1" }), boats("b2")],
  ],
  [
    "a row without its key is an error all the same",
    [call("Find", "Crew", { Boat: "b1" }), errors("1 Name key/missing")],
  ],
  [
    "a key of several parts, also joined",
    [
      call("Find", "Crew", { Boat: "b1", Name: "Bea" }, { _ComputedKey: "b2: Ada" }),
      crew("b1: Bea", "b2: Ada"),
    ],
  ],
  [
    "Selector wins over Rows",
    [saying(call("Find", "Boats", { Boat: "b1" }), { Selector: 'LIST("b2")' }), boats("b2")],
    [saying(call("Find", "Boats", { Boat: "b1" }), { Selector: "" }), boats("b1")],
  ],
  [
    "the Selector's list of keys in its order",
    [find("Boats", 'LIST("b3", "b1", "nope", "b3")'), boats("b3", "b1")],
    [find("Boats", 'ORDERBY(FILTER("Boats", TRUE), [Length], TRUE)'), boats("b3", "b2", "b1")],
    [find("Crew", 'LIST("b2: Ada", "b1: Ada")'), crew("b2: Ada", "b1: Ada")],
  ],
  [
    "a slice name works as the table of the path and inside a Selector",
    [find("Boats Out"), boats("b2")],
    [call("Find", "Boats Out", { Boat: "b1" }, { Boat: "b2" }), boats("b2")],
    [find("Boats", 'FILTER("Boats Out", TRUE)'), boats("b2")],
    [find("Boats Out", 'FILTER("Boats", TRUE)'), boats("b2")],
    [find("Boats Out"), { columns: ["_RowNumber", "Reason", "Boat", "State"] }],
  ],
  [
    "SELECT of a column that is not the key: its values are keys of the path's table, those that match none are left out",
    [find("Boats", "SELECT(Crew[Boat], TRUE)"), boats("b1", "b2")],
    [find("Piers", "SELECT(Boats[Pier], [Length] > 15)"), rows({ Pier: "p2" })],
    [find("Boats", "Trips[Boat]"), { rows: [], warnings: [] }],
    [find("Piers", 'FILTER("Boats", TRUE)'), errors("selector/not-rows")],
    [find("Piers", "Boats[Boat]"), errors("selector/not-rows")],
    [find("Piers", "SELECT(Boats[_ComputedKey], TRUE)"), errors("selector/not-rows")],
    [find("Boats Out", 'FILTER("Piers", TRUE)'), errors("selector/not-rows")],
  ],
  [
    "values that can hardly be keys of the path's table, and name no row of it, are answered with a warning",
    [find("Boats", "SELECT(Boats[Pier], TRUE)"), otherValues],
    [find("Boats", 'SELECT(Boats[State], TRUE) - LIST("Out")'), otherValues],
    [find("Boats", "SELECT(Boats[Boat], [Length] > 100)"), { rows: [], warnings: [] }],
  ],
  [
    "a Selector that is wrong is an error, not an empty answer",
    [find("Boats", 'FILTER("Boats", [Lenght] > 1)'), errors("name/unknown-column")],
    [find("Boats", "1 + 1"), errors("selector/not-rows")],
  ],
  [
    "an Edit through a slice reaches its rows alone, and answers the row that leaves it once",
    [call("Edit", "Boats Out", { Boat: "b1" }), errors("1 row/not-found")],
    [call("Edit", "Boats Out", { Boat: "b2", State: "In" }), rows({ Boat: "b2", State: "In" })],
    [find("Boats Out"), rows()],
  ],
  [
    "a row that does not pass the security filter does not exist: Find, keys, Selector, Edit, Delete",
    [find("Papers"), rows({ Paper: "mine" })],
    [call("Find", "Papers", { Paper: "theirs" }), rows()],
    [find("Papers", 'LIST("theirs", "mine")'), rows({ Paper: "mine" })],
    [find("Boats", 'IF(COUNT(Papers[Paper]) = 1, LIST("b1"), LIST("b2"))'), boats("b1")],
    [call("Edit", "Papers", { Paper: "theirs" }), errors("1 row/not-found")],
    [call("Delete", "Papers", { Paper: "theirs" }), errors("1 row/not-found")],
    [saying(find("Papers"), { RunAsUserEmail: "you@example.com" }), rows({ Paper: "theirs" })],
  ],
  [
    "the row after an Edit may leave the filter, and is returned once",
    [call("Edit", "Papers", { Paper: "mine", Owner: "you@example.com" }), rows({ Paper: "mine" })],
    [find("Papers"), rows()],
  ],
  [
    "unless withCheck",
    [call("Add", "Deeds", { Deed: "d", Owner: "me@example.com" })],
    [call("Edit", "Deeds", { Deed: "d", Owner: "you@example.com" }), errors("1 rule/with-check")],
    [find("Deeds"), rows({ Deed: "d" })],
  ],
];
