import { makeRecords, type RecordRow, ROWS_A_CITY, type Shape } from "./records.ts";

/** One thing that both servers are asked for; `at` counts the requests, so that no two need be alike. */
interface ServiceOperation {
  readonly name: string;
  readonly shape: Shape;
  /** The body for the record web API. */
  readonly ours: (at: number, rows: number) => object;
  /** The path and body for the floor. */
  readonly floor: (at: number, rows: number) => readonly [path: string, body: object];
}

/** Where the record web API of the measured application is. */
export const PATH = "/api/v2/apps/bench/tables/Records/Action";

export const findRequest = (Selector: string) => ({ Action: "Find", Properties: { Selector } });
/** A key of the table, another each time. */
export const spread = (at: number, rows: number) => 1 + ((at * 7_919) % rows);
/** Rows that the table does not have yet. */
export const fresh = (at: number, rows: number, count: number): readonly RecordRow[] =>
  makeRecords(count, (FRESH_KEYS + at) * count, rows);
const FRESH_KEYS = 100_000_000;
/** One of up to ten cities that have all their rows. */
const city = (at: number, rows: number) =>
  `City ${at % Math.min(10, Math.max(1, Math.floor(rows / ROWS_A_CITY)))}`;

export const operations: readonly ServiceOperation[] = [
  {
    name: "point read",
    shape: "plain",
    ours: (at, rows) => ({ Action: "Find", Rows: [{ Id: spread(at, rows) }] }),
    floor: (at, rows) => ["/point", { id: spread(at, rows) }],
  },
  {
    name: "add 1 row",
    shape: "plain",
    ours: (at, rows) => ({ Action: "Add", Rows: fresh(at, rows, 1) }),
    floor: (at, rows) => ["/add", { rows: fresh(at, rows, 1) }],
  },
  {
    name: "add 1,000 rows, 3 formulas and 3 validations",
    shape: "rules",
    ours: (at, rows) => ({ Action: "Add", Rows: fresh(at, rows, 1_000) }),
    floor: (at, rows) => ["/add", { rows: fresh(at, rows, 1_000) }],
  },
  {
    name: "Top(OrderBy(Filter()), 50)",
    shape: "plain",
    ours: (at) =>
      findRequest(`TOP(ORDERBY(FILTER("Records", [Price] > ${500 + (at % 400)}), [Price], TRUE), 50)`),
    floor: (at) => ["/top", { price: 500 + (at % 400), count: 50 }],
  },
  {
    name: "indexed filter, 1,000 rows",
    shape: "plain",
    ours: (at, rows) => findRequest(`FILTER("Records", [City] = "${city(at, rows)}")`),
    floor: (at, rows) => ["/city", { city: city(at, rows) }],
  },
  {
    name: "read 10,000 rows",
    shape: "plain",
    ours: () => findRequest('FILTER("Records", [Id] <= 10000)'),
    floor: () => ["/first", { count: 10_000 }],
  },
  {
    name: "1,000 rows each summing its children",
    shape: "sums",
    ours: () => findRequest('FILTER("Records", [Id] <= 1000)'),
    floor: () => ["/sums", { parents: 1_000 }],
  },
];
