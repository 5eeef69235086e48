import { inQuotes, isRecord, suggest } from "../../diagnostics/index.ts";
import { foldName, memo, type Value } from "../../values/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import { type CellJson, type FillRow, fillRowBy, memberReader, rowMaker } from "../tree/members.ts";
import { type CellReads, readPartOf } from "../tree/reads.ts";
import type { ScopeColumn, StoredScopeColumn, TableScope } from "../tree/scope.ts";
import {
  everyTable,
  holdsObjects,
  type ListType,
  type ObjectType,
  type Type,
  typeName,
} from "../tree/type.ts";
import { type ItemSource, UnreadItems } from "../tree/unread-items.ts";
import { type CellForms, jsonReaderOf, memberReaderOf, unreadablePart } from "../tree/value-forms.ts";

/** A row object of a caller. */
export type JsonRow = Readonly<Record<string, CellJson>>;

interface ObjectReaderOptions {
  /** What is read of the rows; everything without it. */
  readonly reads?: CellReads | undefined;
  /** What errors call the rows; default `row`. */
  readonly name?: string;
  /** Columns, by their positions, whose items are left to scans. */
  readonly scanned?: ReadonlySet<number>;
  /** Whether cells and fields that no column has are errors, and missing ones. */
  readonly isStrict?: boolean | undefined;
}

/**
 * Reads the cells of row objects into rows by column position: what is read of them, or all. A row may be used
 * for one object after the other. Throws `EvaluationError` for a cell that does not have the form of its type.
 */
export class ObjectReader {
  readonly #name: string;
  readonly #columns: readonly StoredScopeColumn[];
  readonly #fill: FillRow;
  readonly #scanned: readonly ScannedColumn[];
  readonly #check: ((json: JsonRow) => void) | undefined;
  readonly #rowNumberIndex: number;
  readonly #readsRowNumber: boolean;

  constructor(
    { columns, rowNumberIndex }: TableScope,
    { reads, name = "row", scanned, isStrict = false }: ObjectReaderOptions = {},
  ) {
    this.#name = name;
    this.#check = isStrict ? (json) => checkMembers(json, columns, reads) : undefined;
    const stored = columns.filter((column) => !column.isVirtual);
    const read = reads === undefined ? stored : stored.flatMap((column) => readColumn(column, reads));
    this.#columns = read.filter(({ index }) => scanned?.has(index) !== true);
    this.#scanned = read.filter(({ index }) => scanned?.has(index) === true).map(scannedColumn);
    this.#fill = fillRowBy(
      this.#columns.map(cellReaderOf),
      this.#columns.map(({ index }) => index),
    );
    this.#rowNumberIndex = rowNumberIndex;
    this.#readsRowNumber = reads?.cells.has(rowNumberIndex) ?? true;
  }

  /** A row of blanks. */
  makeRow(): Value[] {
    return new Array<Value>(this.#rowNumberIndex + 1).fill(null);
  }

  /** `rowNumber` where the place of the row decides it, else what the row calls `_RowNumber`. */
  read(json: JsonRow, row: Value[], forms: CellForms, rowNumber?: number): void {
    if (!isPlain(json) || !this.#fill(json, row)) this.#readOwn(json, row, forms);
    this.#check?.(json);
    for (const column of this.#scanned) row[column.index] = itemsIn(json, column, forms);
    if (this.#readsRowNumber) row[this.#rowNumberIndex] = rowNumber ?? rowNumberOf(json);
  }

  /** A row of any origin: what it inherits is none of its cells, which may have other forms than the one of JSON. */
  #readOwn(json: JsonRow, row: Value[], forms: CellForms): void {
    if (!isRecord(json)) throw unreadable(this.#name, json, "an object of cells");
    for (const column of this.#columns) {
      const { name, index, type } = column;
      const cell = Object.hasOwn(json, name) ? json[name] : undefined;
      const value = jsonReaderOf(type, forms)(cell);
      if (value === undefined) throw unreadableIn(name, cell, type, forms);
      const chosen = choiceIn(column, value);
      if (chosen === undefined)
        throw unreadable(
          name,
          cell,
          `${type.kind === "List" ? "a list" : "one"} of ${inQuotes(column.values ?? [])}`,
        );
      row[index] = chosen;
    }
  }
}

interface ScannedColumn extends StoredScopeColumn {
  readonly source: ItemSource;
}

function scannedColumn(column: StoredScopeColumn): ScannedColumn {
  const item = (column.type as ListType).item as ObjectType;
  const readJson = memberReaderOf(item);
  const read: ItemSource["read"] = (json, row, at, forms) => {
    if (!readJson(json, row) && !memberReaderOf(item, forms)(json, row))
      throw unreadableIn(`${column.name}/${at}`, json, item, forms);
  };
  return { ...column, source: { makeRow: rowMaker(item.shape.rowNumberIndex), read } };
}

/** Items that only a scan looks at, which takes them for the value of their cell. */
function itemsIn(json: JsonRow, { name, type, source }: ScannedColumn, forms: CellForms): Value {
  const cell = Object.hasOwn(json, name) ? json[name] : undefined;
  if (cell === undefined || cell === null || cell === "") return [];
  if (!Array.isArray(cell)) throw unreadableIn(name, cell, type, forms);
  return new UnreadItems(cell, source, forms) as unknown as Value;
}

function unreadableIn(
  name: string,
  cell: CellJson | undefined,
  type: Type,
  forms: CellForms,
): EvaluationError {
  const part = unreadablePart(cell, type, forms);
  return unreadable(`${name}${part.pointer}`, part.json, typeName(part.type, everyTable));
}

/** Throws for a member that no column has, and for one that is read and missing; of objects, too. */
function checkMembers(json: unknown, columns: readonly ScopeColumn[], reads?: CellReads, path = ""): void {
  if (!isRecord(json)) return;
  const members = json as JsonRow;
  const names = columns.flatMap(({ isVirtual, name }) => (isVirtual ? [] : name));
  const unknown = Object.keys(members).find((name) => name !== "_RowNumber" && !names.includes(name));
  if (unknown !== undefined)
    throw new EvaluationError("run/unknown-cell", {
      name: `${path}${unknown}`,
      suggestion: suggest(unknown, names),
    });
  for (const column of columns) {
    const own = column.isVirtual ? undefined : reads?.cells.get(column.index);
    if (column.isVirtual || (reads !== undefined && own === undefined)) continue;
    const { name, type } = column;
    const cell = Object.hasOwn(members, name) ? members[name] : undefined;
    if (cell === undefined) throw new EvaluationError("run/missing-cell", { name: `${path}${name}` });
    checkParts(cell, type, own?.isWhole === true ? undefined : own, `${path}${name}/`);
  }
}

function checkParts(json: CellJson, type: Type, reads: CellReads | undefined, path: string): void {
  if (type.kind === "Object") checkMembers(json, type.shape.columns, reads, path);
  if (type.kind !== "List" || !holdsObjects(type) || !Array.isArray(json)) return;
  for (const [at, item] of json.entries()) checkParts(item as CellJson, type.item, reads, `${path}${at}/`);
}

/** A column of which something is read, with the type of that. */
function readColumn(column: StoredScopeColumn, reads: CellReads): readonly StoredScopeColumn[] {
  const own = reads.cells.get(column.index);
  if (own === undefined) return [];
  const type = readPartOf(column.type, own);
  return [type === column.type ? column : { ...column, type }];
}

/** Whether a row has no other cells than its own. */
function isPlain(json: JsonRow): boolean {
  return typeof json === "object" && json !== null && Object.getPrototypeOf(json) === Object.prototype;
}

function rowNumberOf(row: JsonRow): number | null {
  const number = Object.hasOwn(row, "_RowNumber") ? row._RowNumber : null;
  return typeof number === "number" ? number : null;
}

/** A value of the context that does not have the form of its type. Texts and numbers are in quotes, other values are named. */
export function unreadable(name: string, json: unknown, type: string): EvaluationError {
  const isQuoted = typeof json === "string" || Number.isFinite(json);
  const shown = isQuoted ? { value: String(json) } : { shown: described(json) };
  return new EvaluationError("run/unreadable-input", { name, ...shown, type });
}

/** JSON as it is; what has no JSON form by its kind. */
function described(json: unknown): string {
  if (typeof json === "number") return String(json);
  if (json instanceof Date)
    return Number.isNaN(json.getTime()) ? "An invalid Date" : `The Date ${json.toISOString()}`;
  if (typeof json === "bigint") return `The bigint ${json}`;
  try {
    return JSON.stringify(json) ?? `A value of the kind ${typeof json}`;
  } catch {
    return "An object that holds itself";
  }
}

/**
 * The reader of a column, for rows that inherit nothing but what every object does. Each column of a scope has one of
 * its own, made when it is first asked for.
 */
const cellReaderOf = memo((column: StoredScopeColumn) => {
  const read = jsonReaderOf(column.type);
  if (column.values === undefined) return memberReader(column.name, read);
  return memberReader(column.name, (json) => {
    const value = read(json);
    return value === undefined ? undefined : choiceIn(column, value);
  });
});

/** The value of a cell, texts as its column declares them; undefined for one that is none of the column's values. */
function choiceIn({ values }: StoredScopeColumn, value: Value): Value | undefined {
  if (values === undefined || value === null) return value;
  const find = (text: unknown) =>
    values.find((one) => one === text) ?? values.find((one) => foldName(one) === foldName(String(text)));
  if (!Array.isArray(value)) return find(value);
  const choices = value.flatMap((text) => find(text) ?? []);
  return choices.length === value.length ? choices : undefined;
}
