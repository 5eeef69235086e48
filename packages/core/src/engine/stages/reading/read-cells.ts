import { DiagnosticList, diagnose, type Place } from "../../../diagnostics/index.ts";
import { inTurns, type Steps } from "../../../expression/parts.ts";
import type { ColumnDefinition, StoredColumnDefinition } from "../../../schema/index.ts";
import type { Key } from "../../../storage/index.ts";
import type { JsonValue, Value } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import { keyFrom } from "../../keys/key-from.ts";
import type { ReadBatch, ReadRow } from "../rows.ts";
import { ReadableColumns } from "./readable-columns.ts";
import { withoutBlankKeys } from "./without-blank-keys.ts";

/**
 * Reads every cell of every row by its column's type; each error is reported with its row and column. Where rows are only
 * named, `keyOnly`, cells that are no part of the key are passed over. Reading ends where no further error would be told.
 */
export async function readCells(call: Call, request: EngineRequest, keyOnly = false): Promise<ReadBatch> {
  return inTurns(readRows(call, request, keyOnly), call.request.meter);
}

function* readRows(call: Call, { rows = [] }: EngineRequest, keyOnly: boolean): Steps<ReadBatch> {
  const { turn } = call.request.meter;
  const found = { diagnostics: new DiagnosticList(), warnings: new DiagnosticList() };
  const { diagnostics, warnings } = found;
  const columns = new ReadableColumns(call);
  const read: ReadRow[] = [];
  for (const [index, row] of rows.entries()) {
    read.push(new RowReader(call, columns, found, index + 1, row, keyOnly).result());
    if (diagnostics.isFull) {
      diagnostics.stop();
      break;
    }
    if (turn.isOver) yield;
  }
  return { rows: read, diagnostics: diagnostics.all, warnings: warnings.all };
}

class RowReader {
  readonly #columns: ReadableColumns;
  readonly #diagnostics: DiagnosticList;
  readonly #warnings: DiagnosticList;
  readonly #call: Call;
  readonly #position: number;
  readonly #cells: (Value | undefined)[] = [];
  #version: string | undefined;
  /** Made for the first cell that does not read. */
  #unread: Set<number> | undefined;
  #computedKey: JsonValue = null;
  #hasComputedKey = false;

  readonly #keyOnly: boolean;

  constructor(
    call: Call,
    columns: ReadableColumns,
    { diagnostics, warnings }: { readonly diagnostics: DiagnosticList; readonly warnings: DiagnosticList },
    position: number,
    row: Readonly<Record<string, JsonValue>>,
    keyOnly: boolean,
  ) {
    this.#columns = columns;
    this.#diagnostics = diagnostics;
    this.#warnings = warnings;
    this.#call = call;
    this.#keyOnly = keyOnly;
    this.#position = position;
    for (const name of Object.keys(row)) {
      if (diagnostics.isFull) return;
      this.#readMember(name, row[name] ?? null);
    }
  }

  result(): ReadRow {
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
    const { table, action, updatesDuplicates } = this.#call;
    if (this.#computedKey === null || this.#computedKey === "" || table.key.length < 2) return undefined;
    if (action === "Add" && !updatesDuplicates) {
      this.#warn("_ComputedKey", "it is made of the key columns");
      return undefined;
    }
    const key = keyFrom(table, [], this.#computedKey);
    if (key !== undefined) return key;
    const parts = table.key.map(({ name }) => name);
    this.#report("key/unreadable", { value: String(this.#computedKey), parts }, "_ComputedKey");
    for (const { index } of table.key) this.#noteUnread(index);
    return undefined;
  }

  #readMember(name: string, cell: JsonValue): void {
    const column = this.#columns.find(name);
    if (column !== undefined) this.#readColumn(column, cell);
    else if (!this.#isSystemColumn(name, cell)) this.#reportUnknown(name);
  }

  #readColumn(column: ColumnDefinition, cell: JsonValue): void {
    if (column.isVirtual) {
      if (!this.#keyOnly) this.#warn(column.name, IS_VIRTUAL);
      return;
    }
    const { name, index, columnType } = column;
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
    const result = columnType.read(cell, this.#columns.readingOf(column));
    if ("value" in result) {
      this.#cells[index] = result.value;
      return;
    }
    this.#noteUnread(index);
    this.#diagnostics.add(diagnose(result.code, result.details as never, this.#place(name)));
  }

  #noteUnread(index: number): void {
    this.#unread ??= new Set();
    this.#unread.add(index);
  }

  /** Whether a cell says which row is meant rather than what it becomes. */
  #namesRow(column: StoredColumnDefinition): boolean {
    const { action, updatesDuplicates, table } = this.#call;
    return (action !== "Add" || updatesDuplicates) && table.key.includes(column);
  }

  /** Columns that every table has beside its own, so that a row that was read can be sent back. */
  #isSystemColumn(name: string, cell: JsonValue): boolean {
    if (/^_rownumber$/i.test(name)) {
      if (!this.#keyOnly) this.#warn("_RowNumber", "rows are numbered by the application");
      return true;
    }
    if (/^_(hidden|readonly)$/i.test(name)) return true;
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
    this.#diagnostics.add(diagnose(code, details, this.#place(column)));
  }

  #warn(name: string, reason: string): void {
    this.#warnings.warn(() => diagnose("column/not-writable", { name, reason }, this.#place(name)));
  }

  #place(column: string): Place {
    return { row: this.#position, column };
  }
}

/** Why a value given for a virtual column is not taken. */
export const IS_VIRTUAL = "the column is virtual";

/** Why a value given for a stored column is not taken. */
export function reasonNotToWrite({
  formula,
  columnType,
  options,
}: StoredColumnDefinition): string | undefined {
  if (formula !== undefined) return "the column is computed by its formula";
  if (options.readOnly) return "the database alone gives the column its values";
  return columnType.isWritable ? undefined : `a ${columnType.name} is kept by the application`;
}
