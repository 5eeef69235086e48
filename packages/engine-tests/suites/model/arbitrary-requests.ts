import type { EngineRequest } from "@tablewright/core";
import fc from "fast-check";
import { SELECTORS } from "./selectors.ts";

/** `usual`, and once in a while `odd`. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, times = 20) =>
  fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** Few keys, so that rows meet; some differ in case alone, and one holds what separates the parts of a key. */
const site = fc.constantFrom("s1", "s2", "S1");
const crate = mostly(fc.constantFrom("a", "b", "A"), fc.constantFrom("x: y", "new"), 8);
const line = fc.constantFrom(1, 2, "2", 3);
const noKey = fc.constantFrom("", null, ["a"]);

const small = mostly(
  fc.constantFrom(0, 1, 2, "3", 4, "", null),
  fc.constantFrom(9, 10, -1, 1.5, "many", [1]),
);
const large = mostly(fc.constantFrom(4, 5, 9, 9, ""), fc.constantFrom(1, "few"));
const state = mostly(
  fc.constantFrom("Open", "Open", "Open", "Done", "done"),
  fc.constantFrom("Lost", "", null, []),
);
const note = mostly(fc.constantFrom("n", "N", "long", 7), fc.constantFrom("", null, { a: 1 }), 6);
const size = mostly(fc.constantFrom(1, 2, "2", ""), fc.constantFrom(3, 4, 9, "much"));

/** What nobody writes, and what is not there at all. */
const extra = {
  ...{ _RowNumber: fc.constant(9), Weight: fc.constant(1), Saves: fc.constant(9), Label: fc.constant("l") },
  ...{ "Related Items": fc.constant("r"), Colour: fc.constant("red") },
};

const cellsOf = {
  Sites: { Grade: small },
  Crates: {
    Site: mostly(site, fc.constant("nowhere")),
    Count: small,
    Limit: large,
    State: state,
    Note: note,
  },
  Items: { Size: size },
};
const keyOf = {
  Sites: fc.record({ Site: mostly(site, noKey, 40) }),
  Crates: fc.record({ Crate: mostly(crate, noKey, 40) }),
  Items: fc.record({ Crate: mostly(crate, noKey, 40), Line: mostly(line, noKey, 40) }),
};
const joinedKey = fc.record({
  _ComputedKey: mostly(fc.constantFrom("a: 1", "b: 2", "a: 2"), fc.constantFrom("a", "a: x")),
});

type TableName = keyof typeof cellsOf;

const tableName = fc.constantFrom<TableName[]>("Sites", "Crates", "Crates", "Items");
const dryRun = mostly(fc.constant({}), fc.constant({ DryRun: true }));
const asRows = (rows: unknown) => rows as NonNullable<EngineRequest["rows"]>;
const together = (parts: readonly object[]) => Object.assign({}, ...parts);

/** Any of the table's cells beside the key. */
function rowOf(table: TableName, key: fc.Arbitrary<object>) {
  const cells: fc.Arbitrary<object> = fc.record<object>(cellsOf[table], { requiredKeys: [] });
  const extras = mostly(fc.constant({}), fc.record(extra, { requiredKeys: [] }), 15);
  return fc.tuple(key, cells, extras).map(together);
}

/** The key of a row that is to be there; the parts of a key may stand joined. */
function named(table: TableName): fc.Arbitrary<object> {
  return table === "Items" ? mostly(keyOf.Items, joinedKey, 3) : keyOf[table];
}

/** Mostly one row, because every further one is a further chance of an error. */
function some(row: fc.Arbitrary<object>) {
  return mostly(
    fc.array(row, { minLength: 1, maxLength: 1 }),
    fc.array(row, { minLength: 2, maxLength: 3 }),
    3,
  );
}

const added = tableName.chain((table) => {
  const sent: fc.Arbitrary<object> = keyOf[table];
  const key = mostly(sent, fc.constant({}), 12);
  const onDuplicate = fc.constantFrom({}, { OnDuplicate: "update" as const });
  return fc.tuple(some(rowOf(table, key)), dryRun, onDuplicate).map(([rows, ...properties]) => ({
    action: "Add",
    table,
    rows: asRows(rows),
    properties: together(properties),
  }));
});

const edited = tableName.chain((table) =>
  fc
    .tuple(some(rowOf(table, named(table))), dryRun)
    .map(([rows, properties]) => ({ action: "Edit", table, rows: asRows(rows), properties })),
);

const deleted = tableName.chain((table) =>
  fc
    .tuple(some(mostly(named(table), rowOf(table, named(table)), 4)), dryRun)
    .map(([rows, properties]) => ({ action: "Delete", table, rows: asRows(rows), properties })),
);

const finding = tableName.chain((table) =>
  fc.array(named(table), { maxLength: 3 }).map((rows) => ({ action: "Find", table, rows: asRows(rows) })),
);

const selected = fc
  .record({
    table: fc.constantFrom("Crates", "Crates", "Open Crates"),
    Selector: fc.constantFrom(...Object.keys(SELECTORS)),
    rows: fc.constantFrom([], [{ Crate: "a" }]),
  })
  .map(({ table, Selector, rows }) => ({ action: "Find", table, rows, properties: { Selector } }));

const cellsInSlice = mostly(
  fc.record<object>({ Count: small, State: state }, { requiredKeys: [] }),
  fc.record<object>({ Note: note }),
);

const inSlice = fc
  .record({
    action: fc.constantFrom("Edit", "Edit", "Edit", "Find", "Add", "Delete"),
    rows: some(fc.tuple(keyOf.Crates, cellsInSlice).map(together)),
  })
  .map(({ action, rows }) => ({ action, table: "Open Crates", rows: asRows(rows) }));

const invoked = fc
  .tuple(fc.constantFrom("Fill", "Fill", "Close", "Fill And Close"), some(keyOf.Crates), dryRun)
  .map(([action, rows, properties]) => ({ action, table: "Crates", rows: asRows(rows), properties }));

/** Two sites, three crates and three items to begin with. */
const FIRST: readonly EngineRequest[] = [
  { action: "Add", table: "Sites", rows: [{ Site: "s1", Grade: 3 }, { Site: "s2" }] },
  {
    action: "Add",
    table: "Crates",
    rows: [
      { Crate: "a", Site: "s1" },
      { Crate: "b", Site: "s2", Count: 4, Note: "n" },
      { Crate: "A", Site: "s1", Count: "" },
    ],
  },
  {
    action: "Add",
    table: "Items",
    rows: [
      { Crate: "a", Line: 1, Size: 2 },
      { Crate: "a", Line: 2 },
      { Crate: "b", Line: 1 },
    ],
  },
];

/** Mostly the owner. */
const caller = mostly(fc.constant({}), fc.constant({ caller: { email: "clerk@example.com" } }), 3);

const request = fc.oneof<fc.MaybeWeightedArbitrary<EngineRequest>[]>(
  { weight: 4, arbitrary: added },
  { weight: 6, arbitrary: edited },
  { weight: 2, arbitrary: deleted },
  { weight: 2, arbitrary: finding },
  { weight: 1, arbitrary: selected },
  { weight: 2, arbitrary: inSlice },
  { weight: 2, arbitrary: invoked },
);

/** A life of the yard: calls one after the other, most of them changes. */
export const arbitraryRequests: fc.Arbitrary<readonly EngineRequest[]> = fc
  .tuple(
    mostly(fc.constant(FIRST), fc.constant([]), 6),
    fc.array<EngineRequest>(
      fc.tuple(request, caller).map(([call, by]) => ({ ...call, ...by })),
      { minLength: 1, maxLength: 12, size: "max" },
    ),
  )
  .map(([first, then]) => [...first, ...then]);
