import { type DiagnosticList, diagnose, type Location } from "../../../diagnostics/index.ts";
import type { ColumnDefinition, StoredColumnDefinition } from "../../../schema/index.ts";
import type { Key } from "../../../storage/index.ts";
import type { JsonValue, Value } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import { keyFrom } from "../../keys/key-from.ts";
import type { ReadRow } from "../rows.ts";
import type { ReadableColumns } from "./readable-columns.ts";
import { IS_VIRTUAL, reasonNotToWrite } from "./reason-not-to-write.ts";
import { withoutBlankKeys } from "./without-blank-keys.ts";

/**
 * Reads the rows of a request one after the other, so that none needs a reader of its own; what is wrong with their members is added
 * to lists of all rows.
 */
export class RowReader {
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
    const { table, action, updatesDuplicates, request } = this.#call;
    if (this.#computedKey === null || this.#computedKey === "" || table.key.length < 2) return undefined;
    if (action === "Add" && !updatesDuplicates) {
      this.#warn("_ComputedKey", "it is made of the key columns");
      return undefined;
    }
    const key = keyFrom(table, [], this.#computedKey, request);
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
    const reading = this.#columns.readingOf(column);
    const result = columnType.read(cell, reading);
    if ("value" in result) {
      this.#cells[index] = result.value;
      const { value } = result;
      this.#call.instants.note(this.#call.table, this.#position, column, cell, {
        value,
        locale: reading.locale,
      });
      return;
    }
    this.#noteUnread(index);
    this.#diagnostics.add(diagnose(result.code, result.details as never, this.#location(name)));
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
    this.#diagnostics.add(diagnose(code, details, this.#location(column)));
  }

  #warn(name: string, reason: string): void {
    this.#warnings.warn(() => diagnose("column/not-writable", { name, reason }, this.#location(name)));
  }

  #location(column: string): Location {
    return { row: this.#position, column };
  }
}
