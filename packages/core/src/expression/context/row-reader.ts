import type { Value } from "../../values/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { StoredScopeColumn, TableScope } from "../tree/scope.ts";
import { everyTable, typeName } from "../tree/type.ts";
import {
  type CellForms,
  type CellJson,
  type JsonReader,
  jsonReaderOf,
  unreadablePart,
} from "../tree/value-forms.ts";

/** A row object of a caller. */
export type JsonRow = Readonly<Record<string, CellJson>>;

/**
 * Reads the cells of row objects into rows by column position: those at the given positions, or all. A row may be used
 * for one object after the other. Throws `EvaluationError` for a cell that does not have the form of its type.
 */
export class RowReader {
  readonly #name: string;
  readonly #columns: readonly StoredScopeColumn[];
  readonly #fill: FillRow;
  readonly #rowNumberIndex: number;
  readonly #readsRowNumber: boolean;

  /** `name` is what errors call the rows. */
  constructor({ columns, rowNumberIndex }: TableScope, positions?: ReadonlySet<number>, name = "row") {
    this.#name = name;
    const stored = columns.filter((column) => !column.isVirtual);
    this.#columns = stored.filter(({ index }) => positions?.has(index) ?? true);
    this.#fill = fillRowBy(
      this.#columns.map(cellReaderOf),
      this.#columns.map(({ index }) => index),
    );
    this.#rowNumberIndex = rowNumberIndex;
    this.#readsRowNumber = positions?.has(rowNumberIndex) ?? true;
  }

  /** A row of blanks. */
  makeRow(): Value[] {
    return new Array<Value>(this.#rowNumberIndex + 1).fill(null);
  }

  /** `rowNumber` where the place of the row decides it, else what the row calls `_RowNumber`. */
  read(json: JsonRow, row: Value[], forms: CellForms, rowNumber?: number): void {
    if (!isPlain(json) || !this.#fill(json, row)) this.#readOwn(json, row, forms);
    if (this.#readsRowNumber) row[this.#rowNumberIndex] = rowNumber ?? rowNumberOf(json);
  }

  /** A row of any origin: what it inherits is none of its cells, which may have other forms than the one of JSON. */
  #readOwn(json: JsonRow, row: Value[], forms: CellForms): void {
    if (!isRecord(json)) throw unreadable(this.#name, json, "an object of cells");
    for (const { name, index, type } of this.#columns) {
      const cell = Object.hasOwn(json, name) ? json[name] : undefined;
      const value = jsonReaderOf(type, forms)(cell);
      if (value === undefined) {
        const part = unreadablePart(cell, type, forms);
        throw unreadable(`${name}${part.pointer}`, part.json, typeName(part.type, everyTable));
      }
      row[index] = value;
    }
  }
}

/** Whether a row has no other cells than its own. */
function isPlain(json: JsonRow): boolean {
  return typeof json === "object" && json !== null && Object.getPrototypeOf(json) === Object.prototype;
}

/** Whether a value is an object with members by name. */
export function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rowNumberOf(row: JsonRow): number | null {
  const number = Object.hasOwn(row, "_RowNumber") ? row._RowNumber : null;
  return typeof number === "number" ? number : null;
}

/** A value of the context that does not have the form of its type. */
export function unreadable(name: string, json: unknown, type: string): EvaluationError {
  return new EvaluationError("run/unreadable-input", { name, value: described(json), type });
}

/** A text as it is, as messages put values in quotes; what has no JSON form (an object that holds itself, a bigint) by its kind. */
function described(json: unknown): string {
  if (typeof json === "string") return json;
  try {
    return JSON.stringify(json) ?? typeof json;
  } catch {
    return typeof json;
  }
}

/** Reads cells of an object into a row; whether all of them have the form of their types. */
type FillRow = (json: JsonRow, row: (Value | undefined)[]) => boolean;

/** The reading of cells to their positions. Up to four stand in one closure, where no loop calls them by turns. */
function fillRowBy(cells: readonly CellReader[], positions: readonly number[]): FillRow {
  const [first, second, third, fourth] = cells as [CellReader, CellReader, CellReader, CellReader];
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

/** Reads one cell of a row object; undefined when it does not have the form of its type. */
type CellReader = (row: JsonRow) => Value | undefined;

/**
 * The reader of a column, for rows that inherit nothing but what every object does. Each column of a scope has one of
 * its own, made when it is first asked for.
 */
function cellReaderOf(column: StoredScopeColumn): CellReader {
  let reader = readers.get(column);
  if (reader === undefined) {
    reader = makeReader(column);
    readers.set(column, reader);
  }
  return reader;
}

const readers = new WeakMap<StoredScopeColumn, CellReader>();

function makeReader({ name, type }: StoredScopeColumn): CellReader {
  const read = jsonReaderOf(type);
  if (name in Object.prototype) return (row) => read(Object.hasOwn(row, name) ? row[name] : undefined);
  const make = MAKERS[readerCount++ % MAKERS.length] as (typeof MAKERS)[number];
  return make(name, read);
}

let readerCount = 0;

/**
 * One function, written once for each column that is likely to be read in one place: the engine remembers for each place
 * in the source where a property lies, and a place that has seen many names looks each up by its hash. With one line
 * for all, `filter`, `map` and `bind` take 1.2 to 1.8 times as long on rows of four to six columns (2026-11-26).
 */
const MAKERS: readonly ((name: string, read: JsonReader) => CellReader)[] = [
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
