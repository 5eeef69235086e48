import type { Value } from "../../values/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { StoredScopeColumn, TableScope } from "../tree/scope.ts";
import { typeName } from "../tree/type.ts";
import { type CellForms, jsonReaderOf } from "../tree/value-forms.ts";
import { cellReaderOf, type JsonRow } from "./cell-reader.ts";
import { type FillRow, fillRowBy } from "./fill-row.ts";

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
      if (value === undefined) throw unreadable(name, cell, typeName(type));
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

/** What has no JSON form (an object that holds itself, a bigint) by its kind. */
function described(json: unknown): string {
  try {
    return JSON.stringify(json) ?? typeof json;
  } catch {
    return typeof json;
  }
}
