import { type Diagnostic, DiagnosticList, diagnose, type Location } from "../../diagnostics/index.ts";
import { continueWith, type RequestContext, runWithPauses, type Task } from "../../expression/parts.ts";
import type { ColumnDefinition, StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Key } from "../../storage/index.ts";
import { defaultLocale, type JsonValue, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { isGiven, keyFrom } from "../keys/key-from.ts";
import {
  ColumnReading,
  IS_VIRTUAL,
  type NamedColumns,
  namedColumnsOf,
  reasonNotToWrite,
} from "./named-columns.ts";
import type { Batch, KeyedRow, ReadBatch, ReadRow } from "./rows.ts";

/**
 * Reads every cell of every row by its column's type; each error is reported with its row and column. Where rows are only
 * named, `keyOnly`, cells that are no part of the key are skipped. Reading ends where no further error would be reported.
 */
export function readCells(
  call: Call,
  request: EngineRequest,
  keyOnly = false,
): ReadBatch | Promise<ReadBatch> {
  return runWithPauses(readRows(call, request, keyOnly), call.read.context.meter);
}

function* readRows(call: Call, { rows = [] }: EngineRequest, keyOnly: boolean): Task<ReadBatch> {
  const { meter } = call.read.context;
  const lists = { diagnostics: new DiagnosticList(), warnings: new DiagnosticList() };
  const { diagnostics, warnings } = lists;
  const reader = new RowReader(call, new ReadableColumns(call), lists, keyOnly);
  const read: ReadRow[] = [];
  for (let index = 0; index < rows.length; index++) {
    read.push(reader.read(rows[index] as (typeof rows)[number], index + 1));
    if (diagnostics.isFull) {
      diagnostics.stop();
      break;
    }
    if (meter.isPauseDue) yield;
  }
  return { rows: read, diagnostics: diagnostics.all, warnings: warnings.all };
}

/**
 * Reads the rows of a request one after the other, so that none needs a reader of its own; what is wrong with their members is added
 * to lists of all rows.
 */
class RowReader {
  readonly #columns: ReadableColumns;
  readonly #diagnostics: DiagnosticList;
  readonly #warnings: DiagnosticList;
  readonly #call: Call;
  readonly #keyOnly: boolean;
  // What is known of the row that is being read.
  #position = 0;
  #cells: (Value | undefined)[] = [];
  #version: string | undefined;
  /** Made for the first cell that does not read. */
  #unread: Set<number> | undefined;
  #computedKey: JsonValue = null;
  #hasComputedKey = false;
  #answered: ReadonlySet<string> | undefined;

  constructor(
    call: Call,
    columns: ReadableColumns,
    { diagnostics, warnings }: { readonly diagnostics: DiagnosticList; readonly warnings: DiagnosticList },
    keyOnly: boolean,
  ) {
    this.#columns = columns;
    this.#diagnostics = diagnostics;
    this.#warnings = warnings;
    this.#call = call;
    this.#keyOnly = keyOnly;
  }

  /** Reads the row at a position; as far as further errors of it would be reported. */
  read(row: Readonly<Record<string, JsonValue>>, position: number): ReadRow {
    this.#position = position;
    this.#cells = this.#keyOnly ? [] : this.#columns.noCells.slice();
    this.#version = undefined;
    this.#unread = undefined;
    this.#computedKey = null;
    this.#hasComputedKey = false;
    this.#answered = this.#call.change.answered?.get(row);
    // A list of the names for each row would cost as much as reading a cell.
    for (const name in row) {
      if (!Object.hasOwn(row, name)) continue;
      if (this.#diagnostics.isFull) break;
      this.#readMember(name, row[name] ?? null);
    }
    return this.#result();
  }

  #result(): ReadRow {
    const { table } = this.#call;
    const ofParts = keyFrom(table, this.#cells);
    const key = ofParts ?? this.#keyFromComputed();
    if (ofParts !== undefined && this.#computedKey !== null && !this.#keyOnly)
      this.#warn("_ComputedKey", "it is made of the key columns");
    if (ofParts === undefined && key !== undefined) this.#putKey(key);
    const cells = this.#call.action === "Add" ? withoutBlankKeys(table, this.#cells) : this.#cells;
    return {
      position: this.#position,
      cells,
      key,
      unread: this.#unread ?? this.#columns.noneUnread,
      version: this.#version,
    };
  }

  #putKey(key: Key): void {
    for (const [at, { index }] of this.#call.table.key.entries()) this.#cells[index] ??= key[at] ?? null;
  }

  /** The key that `_ComputedKey` names, which says nothing about a row that is new. */
  #keyFromComputed(): Key | undefined {
    const {
      table,
      action,
      change: { updatesDuplicates },
      read: { context },
    } = this.#call;
    if (this.#computedKey === null || this.#computedKey === "" || table.key.length < 2) return undefined;
    if (action === "Add" && !updatesDuplicates) {
      this.#warn("_ComputedKey", "it is made of the key columns");
      return undefined;
    }
    const key = keyFrom(table, [], this.#computedKey, context);
    if (key !== undefined) return key;
    const parts = table.key.map(({ name }) => name);
    this.#report("key/unreadable", { value: String(this.#computedKey), parts }, "_ComputedKey");
    for (const { index } of table.key) this.#noteUnread(index);
    return undefined;
  }

  #readMember(name: string, cell: JsonValue): void {
    const column = this.#columns.find(name);
    if (column !== undefined) this.#readColumn(column, cell, this.#answered?.has(name));
    else if (!this.#isSystemColumn(name, cell)) this.#reportUnknown(name);
  }

  #readColumn(column: ColumnDefinition, cell: JsonValue, isAnswered = false): void {
    if (column.isVirtual) {
      if (!this.#keyOnly) this.#warn(column.name, IS_VIRTUAL);
      return;
    }
    const { name, index } = column;
    if (this.#keyOnly && !this.#call.table.key.includes(column)) return;
    const reason = this.#namesRow(column) ? undefined : reasonNotToWrite(column);
    if (reason !== undefined) {
      this.#warn(name, reason);
      return;
    }
    if (this.#cells[index] !== undefined || this.#unread?.has(index)) {
      this.#report("column/twice", { name }, name);
      return;
    }
    const reading = isAnswered ? this.#columns.typedReadingOf(column) : this.#columns.readingOf(column);
    const result = readSentCell(this.#call, this.#position, column, reading, cell);
    if ("value" in result) {
      this.#cells[index] = result.value;
      return;
    }
    this.#noteUnread(index);
    for (const error of result.errors) this.#diagnostics.add(error);
  }

  #noteUnread(index: number): void {
    this.#unread ??= new Set();
    this.#unread.add(index);
  }

  /** Whether a cell says which row is meant rather than what it becomes. */
  #namesRow(column: StoredColumnDefinition): boolean {
    const {
      action,
      change: { updatesDuplicates },
      table,
    } = this.#call;
    return (action !== "Add" || updatesDuplicates) && table.key.includes(column);
  }

  /** Columns that every table has besides its own, so that a row that was read can be sent back. */
  #isSystemColumn(name: string, cell: JsonValue): boolean {
    if (/^_rownumber$/i.test(name)) {
      if (!this.#keyOnly) this.#warn("_RowNumber", "rows are numbered by the application");
      return true;
    }
    if (/^_(hidden|readonly|expanded)$/i.test(name)) return true;
    if (/^_version$/i.test(name)) {
      if (typeof cell === "string" && cell !== "") this.#version = cell;
      return true;
    }
    if (!/^_computedkey$/i.test(name)) return false;
    if (this.#hasComputedKey) this.#report("column/twice", { name: "_ComputedKey" }, "_ComputedKey");
    this.#hasComputedKey = true;
    this.#computedKey = cell;
    return true;
  }

  #reportUnknown(name: string): void {
    const { table, slice } = this.#call;
    const suggestion = this.#diagnostics.suggest(name, this.#columns.names);
    this.#report("column/unknown", { name, table: (slice ?? table).name, suggestion }, name);
  }

  #report<C extends Parameters<typeof diagnose>[0]>(
    code: C,
    details: Parameters<typeof diagnose<C>>[1],
    column: string,
  ): void {
    this.#diagnostics.add(diagnose(code, details, this.#location(column)));
  }

  #warn(name: string, reason: string): void {
    this.#warnings.warn(() => diagnose("column/not-writable", { name, reason }, this.#location(name)));
  }

  #location(column: string): Location {
    return { row: this.#position, column };
  }
}

/** Reads the rows of a request that only names rows: cells that are no part of the key do not count. */
export function readKeys(call: Call, request: EngineRequest): Batch<KeyedRow> | Promise<Batch<KeyedRow>> {
  return continueWith(readCells(call, request, true), (read) => withKeys(call, read));
}

/** The rows whose key is complete; an error for each of the others. */
export function withKeys({ table, limits }: Call, { rows, diagnostics }: Batch<ReadRow>): Batch<KeyedRow> {
  if (diagnostics.length === 0 && rows.every(isKeyed)) return { rows, diagnostics };
  const errors = new DiagnosticList(diagnostics, limits.listed);
  for (const row of rows) if (row.key === undefined) errors.addAll(missingParts(table, row));
  return { rows: rows.filter(isKeyed), diagnostics: errors.all };
}

function isKeyed(row: ReadRow): row is KeyedRow {
  return row.key !== undefined;
}

function missingParts(table: TableDefinition, { cells, position, unread }: ReadRow): Diagnostic[] {
  return table.key
    .filter((column) => !isGiven(table, column, cells[column.index]) && !unread.has(column.index))
    .map(({ name }) => diagnose("key/missing", { name }, { row: position, column: name }));
}

/** The columns that a request can name, and how their cells are read in a call. */
class ReadableColumns {
  readonly #named: NamedColumns;
  readonly #request: RequestContext;
  readonly #forms: { readonly isMonthFirst: boolean; readonly isJson: boolean };
  readonly #stored: readonly StoredColumnDefinition[];
  #noCells: readonly undefined[] | undefined;
  /** The positions of cells that did not read, of a row whose cells all do. */
  readonly noneUnread: ReadonlySet<number> = new Set();
  /** By the positions of their columns. */
  readonly #readings: ColumnReading[] = [];

  constructor(call: Call) {
    this.#named = namedColumnsOf(call);
    this.#request = call.read.context;
    this.#forms = { isMonthFirst: call.answer.wire.isMonthFirst, isJson: call.change.isJson };
    this.#stored = call.table.storedColumns;
  }

  get names(): Iterable<string> {
    return this.#named.names;
  }

  find(name: string): ColumnDefinition | undefined {
    return this.#named.find(name);
  }

  /** The cells of a row that says nothing, with room for all: a list that grows as they are read takes twice the memory. */
  get noCells(): readonly undefined[] {
    this.#noCells ??= this.#stored.map(() => undefined);
    return this.#noCells;
  }

  readingOf(column: StoredColumnDefinition): ColumnReading {
    this.#readings[column.index] ??= new ColumnReading(this.#request, column.options, this.#forms);
    return this.#readings[column.index] as ColumnReading;
  }

  /** Of cells as the wire `typed` has them, where numbers in texts have a point in every Locale. */
  typedReadingOf({ options }: StoredColumnDefinition): ColumnReading {
    return new ColumnReading(this.#request, options, { locale: defaultLocale, isJson: true });
  }
}

/** The cells of a new row: a blank one of a key column with an initial value counts as left out, so that it takes that value. */
export function withoutBlankKeys(
  { key }: TableDefinition,
  cells: (Value | undefined)[],
): readonly (Value | undefined)[] {
  for (const { index, initialValue } of key)
    if (initialValue !== undefined && cells[index] === null) cells[index] = undefined;
  return cells;
}

/** The value of a cell in the row at a position of the request, or its errors at its place; digits and instants that the value does not hold are noted. */
export function readSentCell(
  call: Call,
  position: number,
  column: StoredColumnDefinition,
  reading: ColumnReading,
  cell: JsonValue,
): { readonly value: Value } | { readonly errors: readonly Diagnostic[] } {
  const result = column.columnType.read(cell, reading);
  if (!("value" in result)) {
    const place = { row: position, column: column.name };
    const all = [result, ...(result.others ?? [])];
    return { errors: all.map(({ code, details }) => diagnose(code, details as never, place)) };
  }
  const { value } = result;
  call.change.instants.note(call.table, position, column, cell, { value, locale: reading.locale });
  return result;
}
