import { call, type EngineCase, errors, find, rows, type Step, saying } from "./engine-case.ts";
import { UNTOUCHED } from "./harbour.ts";

const MARS = { Timezone: "Mars/Base" };
const NOWHERE = { Location: "here" };
const SINCE_TODAY = 'FILTER("Boats", [Since] > TODAY())';
const zoneError = errors("request/property");
const ignored = { rows: [{}], warnings: ["request/ignored-property"] };
const edit = call("Edit", "Boats", { Boat: "b1", Length: 7 });
const dry = (DryRun: unknown) => [saying(edit, { DryRun }), rows({ Length: 7, Fee: 14, Saves: 2 })] as const;

/** What a call says about itself. */
export const PROPERTY_CASES: readonly EngineCase[] = [
  ["DryRun answers what would be and changes nothing", dry(true), dry("Y"), dry("true"), dry(1), UNTOUCHED],
  [
    "DryRun of an Add, a Delete and an error",
    [saying(call("Add", "Boats", { Boat: "b9" }), { DryRun: true }), rows({ _RowNumber: 4 })],
    [saying(call("Add", "Boats", { Boat: "b1" }), { DryRun: true }), errors("1 key/duplicate")],
    [saying(call("Delete", "Boats", { Boat: "b1" }), { DryRun: true }), rows({ Boat: "b1" })],
    UNTOUCHED,
  ],
  [
    "DryRun FALSE or blank is none",
    [saying(edit, { DryRun: false, OnDuplicate: "" })],
    [saying(edit, { DryRun: "N" })],
    [find("Boats", 'LIST("b1")'), rows({ Length: 7 })],
  ],
  [
    "a row that has another version than the call expects is not changed",
    [saying(call("Edit", "Boats", { Boat: "b1", Length: 7 }), { Version: "old" }), errors("1 row/changed")],
    [call("Edit", "Boats", { Boat: "b1", Length: 7, _Version: "old" }), errors("1 row/changed")],
    [saying(call("Delete", "Boats", { Boat: "b1" }), { Version: "old" }), errors("1 row/changed")],
    [saying(edit, { Version: 1 }), errors("request/property")],
    UNTOUCHED,
  ],
  [
    "a property that does not read is an error, for a guess could write",
    [saying(edit, { DryRun: "perhaps" }), errors("request/property")],
    ...["xx_!!", "german", "xx-YY", "en-ZZ", 5].map(
      (Locale): Step => [saying(edit, { Locale }), errors("request/property")],
    ),
    [saying(edit, { Params: [1] }), errors("request/property")],
    [saying(edit, { Inputs: { a: { b: 1 } } }), errors("request/property")],
    [saying(call("Add", "Boats", {}), { OnDuplicate: "skip" }), errors("request/property")],
    [saying(find("Boats"), { Selector: 5 }), errors("request/property")],
    UNTOUCHED,
  ],
  [
    "Params binds values, which never become text of an expression",
    [
      saying(find("Boats"), {
        Selector: 'FILTER("Boats", [Reason] = [_PARAM].[why])',
        Params: { why: "FISH" },
      }),
      rows({ Boat: "b2" }),
    ],
    [
      saying(find("Boats"), {
        Selector: 'FILTER("Boats", [Reason] = [_PARAM].[why])',
        Params: { why: '" OR TRUE' },
      }),
      rows(),
    ],
    [
      saying(find("Boats"), { Selector: 'FILTER("Boats", [Reason] = [_PARAM].[why])' }),
      errors("run/missing-value"),
    ],
  ],
  [
    "Inputs supplies what INPUT asks for",
    [find("Boats", 'FILTER("Boats", [Length] > INPUT("least", 15))'), rows({ Boat: "b2" }, { Boat: "b3" })],
    [
      saying(find("Boats"), {
        Selector: 'FILTER("Boats", [Length] > INPUT("least", 15))',
        Inputs: { least: "25" },
      }),
      rows({ Boat: "b3" }),
    ],
    [
      saying(find("Boats"), {
        Selector: 'FILTER("Boats", [Length] > INPUT("least", 15))',
        Inputs: { least: "few" },
      }),
      errors("run/unreadable-input"),
    ],
  ],
  [
    "what clients send by habit is taken: underscores in a Locale, offsets as zones, a blank Selector",
    [
      saying(call("Edit", "Boats", { Boat: "b1", Since: "2026/03/04" }), { Locale: "ja_JP" }),
      rows({ Since: "2026-03-04" }),
    ],
    ...["UTC-5", "GMT+7", "+07:00", "-0330", "Pacific Standard Time"].map(
      (Timezone): Step => [saying(edit, { Timezone }), { rows: [{ Length: 7 }], warnings: [] }],
    ),
    [saying(find("Piers"), { Selector: " \n\t " }), rows({ Pier: "p1" }, { Pier: "p2" })],
  ],
  [
    "a zone or a place that does not read is a warning",
    ...[{ Timezone: "Mars/Base" }, { Timezone: "UTC+99" }, { Timezone: 5 }, { Location: "here" }].map(
      (properties): Step => [saying(edit, properties), ignored],
    ),
    [saying(call("Edit", "Boats", { Boat: "b1", Since: "2026-03-04T00:00:00Z" }), MARS), ignored],
    [saying(find("Boats", 'LIST("b1")'), { ...MARS, Selector: 'LIST("b1")' }), ignored],
    [saying(find("Papers"), MARS), ignored],
  ],
  [
    "and an error where the call reads it, which changes nothing",
    [saying(find("Boats"), { ...MARS, Selector: SINCE_TODAY }), errors("request/property")],
    [saying(find("Boats"), { ...MARS, Selector: 'IF(USERTIMEZONE() = "", LIST(), LIST("b1"))' }), zoneError],
    [saying(call("Edit", "Boats", { Boat: "b1", Since: "2026-03-03T23:00:00-01:00" }), MARS), zoneError],
    [
      saying(call("Edit", "Boats", { Boat: "b1", State: "Out", Reason: "x" }), NOWHERE),
      errors("request/property"),
    ],
    [
      saying(find("Boats"), { ...NOWHERE, Selector: 'FILTER("Boats", LAT(HERE()) = 0)' }),
      errors("request/property"),
    ],
    UNTOUCHED,
  ],
  [
    "an unknown property is a warning, and an error where a known one was meant",
    [saying(edit, { Dryrun: true }), errors("request/misspelt-member")],
    [saying(find("Boats"), { selector: 'LIST("b1")' }), errors("request/misspelt-member")],
    UNTOUCHED,
    [saying(edit, { Theme: "dark" }), { rows: [{ Length: 7 }], warnings: ["request/unknown-member"] }],
    [find("Boats", 'LIST("b1")'), rows({ Length: 7 })],
  ],
  [
    "what is for another action is a warning, unless it counts as left out",
    ...[
      { Selector: 'FILTER("Boats", TRUE)' },
      { AsOf: "2026-03-14T15:09:26Z" },
      { Limit: 1 },
      { Limit: "few" },
      { After: "x" },
      { Columns: ["Boat"] },
      { Count: true },
      { OnDuplicate: "update" },
    ].map((properties): Step => [saying(edit, { ...properties, DryRun: true }), ignored]),
    [saying(find("Piers"), { OnDuplicate: "update", Limit: 1 }), ignored],
    [
      saying(edit, { Selector: " ", AsOf: "", Limit: null, Count: false, OnDuplicate: "", DryRun: true }),
      { rows: [{ Length: 7 }], warnings: [] },
    ],
  ],
  [
    "the Locale and the Timezone say how cells are read",
    [saying(call("Edit", "Boats", { Boat: "b1", Since: "03/04/2026" }), {}), rows({ Since: "2026-03-04" })],
    [
      saying(call("Edit", "Boats", { Boat: "b1", Since: "03/04/2026" }), { Locale: "en-GB" }),
      rows({ Since: "2026-04-03" }),
    ],
  ],
  [
    "names of actions, tables and columns are taken in any case; an unknown one is reported with the nearest",
    [call("edit", "BOATS", { boat: "b1", LENGTH: 8 }), rows({ Length: 8 })],
    [call("Edit", "Boats", { Boat: "b1", Length: 8, length: 9 }), errors("1 Length column/twice")],
    [
      call("Edit", "Boats", { Boat: "b1", _ComputedKey: "b1", _computedkey: "b2" }),
      errors("1 _ComputedKey column/twice"),
    ],
    [call("Fnd", "Boats"), errors("request/unknown-action")],
    [find("Boat"), errors("table/not-found")],
    [call("Edit", "Boats"), errors("request/rows-missing")],
    [call("Delete", "Boats"), errors("request/rows-missing")],
    [{ action: "Add", table: "Boats" }, errors("request/rows-missing")],
  ],
];
