import type { Value } from "../../values/index.ts";
import type { StoredScopeColumn } from "../tree/scope.ts";
import { type CellJson, type JsonReader, jsonReaderOf } from "../tree/value-forms.ts";

export type JsonRow = Readonly<Record<string, CellJson>>;

/** Reads one cell of a row object; undefined when it does not have the form of its type. */
export type CellReader = (row: JsonRow) => Value | undefined;

/**
 * The reader of a column, for rows that inherit nothing but what every object does. Each column of a scope has one of
 * its own, made when it is first asked for.
 */
export function cellReaderOf(column: StoredScopeColumn): CellReader {
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
 * One function, written down as often as columns are likely to be read in one place: the engine remembers for each
 * place in the source where a property lies, and a place that has seen many names looks each up by its hash, which
 * takes five times as long.
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
