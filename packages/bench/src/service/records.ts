import { seededRandom } from "../seeded-random.ts";

/**
 * What the table has besides its 7 columns: nothing, three formulas and three validity rules, these and
 * a history, a sum over other rows, or an index on the name.
 */
export type Shape = "plain" | "rules" | "history" | "sums" | "indexed";

/** Whether its rows have the columns of the three formulas. */
export function hasFormulas(shape: Shape): boolean {
  return shape === "rules" || shape === "history";
}

export function definitionOf(shape: Shape): string {
  const rules = hasFormulas(shape);
  return `
tablewright: 1
app: { id: bench, name: Bench,${shape === "history" ? " history: { keep: 30d }," : ""} api: { enabled: true, accessKeys: [{ name: bench, key: V2-bench }] } }
tables:
  Records:
    key: [Id]
    columns:
      Id: { type: Number }
      Name: { type: Text${rules ? ", validIf: 'LEN([_THIS]) < 40'" : ""}${shape === "indexed" ? ", index: true" : ""} }
      City: { type: Text, index: true }
      Price: { type: Price${rules ? ", min: 0" : ""} }
      Quantity: { type: Number${rules ? ", validIf: '[_THIS] >= 0'" : ""} }
      Day: { type: Date }
      Parent: { type: Number, index: true }
${
  rules
    ? `      Total: { type: Price, formula: "[Price] * [Quantity]" }
      Label: { type: Text, formula: 'CONCATENATE([Name], " of ", [City])' }
      Year: { type: Number, formula: "YEAR([Day])" }
`
    : ""
}${shape === "sums" ? '      Sum: { type: Price, virtual: true, formula: "SUM(SELECT(Records[Price], [Parent] = [_THISROW].[Id]))" }\n' : ""}`;
}

/** A row as a caller sends it. */
export interface RecordRow {
  readonly Id: number;
  readonly Name: string;
  readonly City: string;
  readonly Price: number;
  readonly Quantity: number;
  readonly Day: string;
  readonly Parent: number;
}

/** How many rows share a city, and how many a parent, whatever their number is. */
export const ROWS_A_CITY = 1_000;
const ROWS_A_PARENT = 100;

/**
 * Rows with the keys from `first` on, the same every time. They belong to the cities and parents of a table of `among`
 * rows, so that a table grown by more of them keeps its proportions.
 */
export function makeRecords(count: number, first: number, inList: number): readonly RecordRow[] {
  const random = seededRandom(first);
  const cities = Math.max(1, Math.floor(inList / ROWS_A_CITY));
  const parents = Math.max(1, Math.floor(inList / ROWS_A_PARENT));
  return Array.from({ length: count }, (_, at) => ({
    Id: first + at,
    Name: `Name ${Math.floor(random() * 1_000_000)}`,
    City: `City ${(first - 1 + at) % cities}`,
    Price: Math.floor(random() * 100_000) / 100,
    Quantity: Math.floor(random() * 100),
    Day: new Date(Date.UTC(2000, 0, 1 + Math.floor(random() * 9_000))).toISOString().slice(0, 10),
    Parent: 1 + ((first - 1 + at) % parents),
  }));
}

/** The rows of a table, a part at a time, so that a million of them need not be held at once. */
export function* recordBatches(rows: number): Iterable<readonly RecordRow[]> {
  for (let first = 1; first <= rows; first += A_BATCH) {
    yield makeRecords(Math.min(A_BATCH, rows - first + 1), first, rows);
  }
}

const A_BATCH = 10_000;
