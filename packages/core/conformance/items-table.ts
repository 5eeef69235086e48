import fc from "fast-check";
import type { ColumnScope, Scope } from "../src/expression/parts.ts";
import { functions } from "../src/expression/regex/index.ts";
import type { JsonValue } from "../src/values/index.ts";
import { itemOf, type Kind, kinds } from "./kinds.ts";

/** A table with columns of every kind, which is also that of the current row, so that every scope has the same names. */
const columns: Readonly<
  Record<
    string,
    { readonly type: string | ColumnScope; readonly kind: Kind; readonly cell: fc.Arbitrary<JsonValue> }
  >
> = {
  ID: { type: "Text", kind: "Text", cell: fc.constantFrom("a", "A", "b", "ß", "č") },
  Name: { type: "Name", kind: "Text", cell: text() },
  Note: { type: "LongText", kind: "Text", cell: text() },
  N: { type: "Number", kind: "Number", cell: integer() },
  M: { type: "Number", kind: "Number", cell: integer() },
  D: { type: "Decimal", kind: "Decimal", cell: decimal() },
  Price: { type: "Price", kind: "Decimal", cell: decimal() },
  Rate: { type: "Percent", kind: "Decimal", cell: decimal() },
  Done: { type: "Yes/No", kind: "Yes/No", cell: blankOr(fc.boolean()) },
  Day: { type: "Date", kind: "Date", cell: date() },
  Due: { type: "Date", kind: "Date", cell: date() },
  At: { type: "DateTime", kind: "DateTime", cell: dateTime() },
  Clock: { type: "Time", kind: "Time", cell: blankOr(clock()) },
  Span: {
    type: "Duration",
    kind: "Duration",
    cell: blankOr(fc.constantFrom("000:00:00", "-100:00:01", "036:15:00")),
  },
  Place: {
    type: "LatLong",
    kind: "LatLong",
    cell: blankOr(fc.constantFrom("51.500000, -0.100000", "0.000000, 0.000000")),
  },
  Spot: { type: "XY", kind: "XY", cell: blankOr(fc.constantFrom("10.00, 20.50", "0.00, 0.00")) },
  Item: { type: "Ref of Items", kind: "Ref", cell: blankOr(fc.constantFrom("a", "A", "b", "ß", "gone")) },
  Tags: { type: "List of Text", kind: "List of Text", cell: fc.array(text(), { maxLength: 4 }) },
  Counts: { type: "List of Number", kind: "List of Number", cell: fc.array(integer(), { maxLength: 4 }) },
  Others: {
    type: { type: "List", itemType: "Ref", table: "Items" },
    kind: "List of Ref",
    cell: fc.array(fc.constantFrom("a", "b", "A", "gone", null), { maxLength: 4 }),
  },
};

/** Fields of an object, one of each family that has values of its own in JSON, and an object within. */
const boxFields = {
  text: { type: "Text", kind: "Text", cell: text() },
  "a b.c": { type: "Text", kind: "Text", cell: text() },
  n: { type: "Number", kind: "Number", cell: integer() },
  d: { type: "Decimal", kind: "Decimal", cell: decimal() },
  done: { type: "Yes/No", kind: "Yes/No", cell: blankOr(fc.boolean()) },
  day: { type: "Date", kind: "Date", cell: date() },
  at: { type: "DateTime", kind: "DateTime", cell: dateTime() },
  clock: { type: "Time", kind: "Time", cell: blankOr(clock()) },
  span: { type: "Duration", kind: "Duration", cell: blankOr(fc.constantFrom("000:00:00", "036:15:00")) },
  item: { type: "Ref of Items", kind: "Ref", cell: blankOr(fc.constantFrom("a", "A", "ß", "gone")) },
} as const satisfies Record<string, (typeof columns)[string]>;

const fieldTypes = Object.fromEntries(Object.entries(boxFields).map(([name, { type }]) => [name, type]));
const fieldCells: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = Object.fromEntries(
  Object.entries(boxFields).map(([name, { cell }]) => [name, cell]),
);

/** A column of objects, which is of no kind. */
const inner: fc.Arbitrary<JsonValue> = fc.record(fieldCells);
const box: { readonly type: ColumnScope; readonly cell: fc.Arbitrary<JsonValue> } = {
  type: { type: "Object", fields: { ...fieldTypes, inner: { type: "Object", fields: fieldTypes } } },
  cell: blankOr(fc.record({ ...fieldCells, inner: blankOr(inner) })),
};

/** The fields of a kind, as they are read. */
export const fieldsOf: Readonly<Record<Kind, readonly string[]>> = Object.fromEntries(
  kinds.map((kind) => {
    const names = Object.entries(boxFields).flatMap(([name, field]) => (field.kind === kind ? [name] : []));
    return [kind, names.flatMap((name) => [`[Box].[${name}]`, `[Box].[inner].[${name}]`])];
  }),
) as unknown as Record<Kind, readonly string[]>;

export const itemsScope: Scope = {
  table: "Items",
  this: "N",
  tables: {
    Items: {
      key: "ID",
      columns: {
        ...Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])),
        Box: box.type,
      },
    },
  },
  functions,
  slices: { Open: { table: "Items", filter: "NOT([Done])" } },
};

export type ItemsRow = Readonly<Record<string, JsonValue>>;

/** Up to six rows with keys of their own, two of which differ in case alone. */
export function itemsRows(): fc.Arbitrary<readonly ItemsRow[]> {
  const cells: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = Object.fromEntries(
    Object.entries(columns).map(([name, { cell }]) => [name, cell]),
  );
  const row = fc.record<ItemsRow>({ ...cells, Box: box.cell });
  return fc.uniqueArray(row, { minLength: 1, maxLength: 6, selector: ({ ID }) => ID });
}

/** The names of the columns of a kind. */
export const columnsOf: Readonly<Record<Kind, readonly string[]>> = Object.fromEntries(
  kinds.map((kind) => [kind, Object.keys(columns).filter((name) => columns[name]?.kind === kind)]),
) as unknown as Record<Kind, readonly string[]>;

/** A column to try a function on: the kind's own, or all values of the column of its items. */
export function sampleOf(kind: Kind): string {
  const [own] = columnsOf[kind];
  return own === undefined ? `Items[${columnsOf[itemOf(kind)][0]}]` : `[${own}]`;
}

function blankOr(cell: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 1, arbitrary: fc.constantFrom(null, "") }, { weight: 5, arbitrary: cell });
}

function text(): fc.Arbitrary<JsonValue> {
  const known = fc.constantFrom(
    "a",
    "A",
    "Straße",
    "STRASSE",
    "İ",
    "🚢 x",
    "12.5",
    "3/14/2026",
    "  pad  ",
    "a , b",
    "é",
    "\n",
  );
  return blankOr(fc.oneof(known, fc.string({ unit: "grapheme", maxLength: 8 })));
}

function integer(): fc.Arbitrary<JsonValue> {
  const extreme = fc.constantFrom(
    0,
    1,
    -1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    1_000_000_000_000,
  );
  return blankOr(
    fc.oneof({ weight: 1, arbitrary: extreme }, { weight: 3, arbitrary: fc.integer({ min: -20, max: 40 }) }),
  );
}

function decimal(): fc.Arbitrary<JsonValue> {
  const extreme = fc.constantFrom(
    0,
    0.1,
    0.2,
    0.3,
    1e-7,
    123_456_789.012345,
    999_999_999_999_999,
    1e300,
    -1e300,
    5e-324,
  );
  const cents = fc.integer({ min: -100_000, max: 100_000 }).map((units) => units / 100);
  return blankOr(fc.oneof({ weight: 1, arbitrary: extreme }, { weight: 3, arbitrary: cents }));
}

function date(): fc.Arbitrary<JsonValue> {
  const extreme = fc.constantFrom("0001-01-01", "9999-12-31", "1899-12-30", "2024-02-29", "2026-03-14");
  const day = fc.date({ min: new Date("2025-01-01"), max: new Date("2027-12-31"), noInvalidDate: true });
  return blankOr(
    fc.oneof(
      extreme,
      day.map((one) => one.toISOString().slice(0, 10)),
    ),
  );
}

function dateTime(): fc.Arbitrary<JsonValue> {
  const days = fc.constantFrom("0001-01-01", "9999-12-31", "2026-03-14", "2026-03-15", "2024-02-29");
  return blankOr(fc.tuple(days, clock()).map(([day, time]) => `${day}T${time}`));
}

function clock(): fc.Arbitrary<string> {
  return fc.constantFrom("00:00:00", "00:00:01", "09:30:00", "12:00:00", "23:59:59");
}

/** What every random expression over the items may read besides rows. */
export const itemsCall = {
  now: "2026-03-14T15:09:26",
  timezone: "America/New_York",
  user: { email: "ann@example.com", name: "Ann", role: "Admin" },
  settings: { color: "red" },
  parameters: { word: "Straße", amount: 2.5 },
  inputs: { word: "a" },
  random: () => 0.375,
};
