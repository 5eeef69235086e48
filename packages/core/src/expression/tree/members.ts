/** How members of objects become cells of a row, in code that the engine can optimise for each place of it. */
import type { JsonValue, Value } from "../../values/index.ts";

/** A cell of a row that a program hands in: JSON, or a Date, which is an instant. */
export type CellJson = JsonValue | Date | readonly CellJson[] | { readonly [name: string]: CellJson };

/** Reads the values of one type from their JSON form; undefined for what has another form. A missing cell is blank. */
export type JsonReader = (json: CellJson | undefined) => Value | undefined;

type JsonObject = Readonly<Record<string, CellJson>>;

/** Reads cells of an object into a row; whether all of them have the form of their types. */
export type FillRow = (json: JsonObject, row: (Value | undefined)[]) => boolean;

/** The reading of cells to their positions. Up to four are in one closure, without a loop that calls them. */
export function fillRowBy(cells: readonly MemberReader[], positions: readonly number[]): FillRow {
  const [first, second, third, fourth] = cells as [MemberReader, MemberReader, MemberReader, MemberReader];
  const [p, q, r, s] = positions as [number, number, number, number];
  switch (cells.length) {
    case 0:
      return () => true;
    case 1:
      return (json, row) => {
        const a = first(json);
        row[p] = a;
        return a !== undefined;
      };
    case 2:
      return (json, row) => {
        const a = first(json);
        const b = second(json);
        row[p] = a;
        row[q] = b;
        return a !== undefined && b !== undefined;
      };
    case 3:
      return (json, row) => {
        const a = first(json);
        const b = second(json);
        const c = third(json);
        row[p] = a;
        row[q] = b;
        row[r] = c;
        return a !== undefined && b !== undefined && c !== undefined;
      };
    case 4:
      return (json, row) => {
        const a = first(json);
        const b = second(json);
        const c = third(json);
        const d = fourth(json);
        row[p] = a;
        row[q] = b;
        row[r] = c;
        row[s] = d;
        return a !== undefined && b !== undefined && c !== undefined && d !== undefined;
      };
  }
  const begin = fillRowBy(cells.slice(0, 4), positions.slice(0, 4));
  const rest = fillRowBy(cells.slice(4), positions.slice(4));
  return (json, row) => begin(json, row) && rest(json, row);
}

/** Makes rows of so many blanks. Short ones are literals, which the engine builds in place. */
export function rowMaker(size: number): () => Value[] {
  return LITERALS[size] ?? (() => new Array<Value>(size).fill(null));
}

const LITERALS: readonly (() => Value[])[] = [
  () => [],
  () => [null],
  () => [null, null],
  () => [null, null, null],
  () => [null, null, null, null],
  () => [null, null, null, null, null],
  () => [null, null, null, null, null, null],
  () => [null, null, null, null, null, null, null],
  () => [null, null, null, null, null, null, null, null],
];

/** Reads one member of an object; undefined when it does not have the form of its type. */
export type MemberReader = (json: JsonObject) => Value | undefined;

/** The reader of a member by its name, of objects that inherit nothing but what every object does. */
export function memberReader(name: string, read: JsonReader): MemberReader {
  if (name in Object.prototype) return (json) => read(Object.hasOwn(json, name) ? json[name] : undefined);
  const make = MAKERS[readerCount++ % MAKERS.length] as (typeof MAKERS)[number];
  return make(name, read);
}

let readerCount = 0;

/**
 * One function, written once for each column that is likely to be read in one place: the engine remembers for each place
 * in the source where a property lies, and a place that has seen many names looks each up by its hash. With one line
 * for all, `filter`, `map` and `bind` take 1.2 to 1.8 times as long on rows of four to six columns (2026-11-26).
 */
const MAKERS: readonly ((name: string, read: JsonReader) => MemberReader)[] = [
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
  (name, read) => (row) => read(row[name]),
];
