import type { ResultRow } from "@tablewright/core";
import type { ModelColumn, ModelTable, ModelValue } from "./model-table.ts";

/** A row of a request as the model understands it. */
export interface ModelRequestRow {
  readonly position: number;
  readonly cells: Readonly<Record<string, ModelValue>>;
  /** Columns whose cell did not read. */
  readonly unread: readonly string[];
  /** `row column code`. */
  readonly errors: readonly string[];
}

const SYSTEM = ["_RowNumber", "_ComputedKey"];

/** Reads the cells of a row; with `keyOnly` the others are passed over. Columns nobody writes are left out. */
export function readModelRow(
  table: ModelTable,
  row: ResultRow,
  position: number,
  {
    keyOnly,
    visible,
    isNew,
    isAdded,
  }: { keyOnly: boolean; visible: readonly string[]; isNew: boolean; isAdded: boolean },
): ModelRequestRow {
  const cells: Record<string, ModelValue> = {};
  const unread: string[] = [];
  const errors: string[] = [];
  for (const [name, cell] of Object.entries(row)) {
    if (SYSTEM.includes(name)) continue;
    if (!visible.includes(name)) errors.push(`${position} ${name} column/unknown`);
    const column = columnNamed(table, name);
    const isTaken = visible.includes(name) && (!keyOnly || table.key.includes(name));
    if (!isTaken || column === undefined || column.formula || column.counts) continue;
    const value = readModelCell(column, cell);
    const takesInitial = isAdded && table.key.includes(name) && column.initial !== undefined;
    if (value === null && takesInitial) continue;
    if (value !== undefined) cells[name] = value;
    else {
      unread.push(name);
      errors.push(`${position} ${name} cell/unreadable`);
    }
  }
  const isNamed = table.key.every((name) => (cells[name] ?? null) !== null);
  const joined = row._ComputedKey ?? "";
  if (joined !== "" && table.key.length > 1 && !isNamed && !isNew) {
    const parts = String(joined)
      .split(": ")
      .map((part) => part.replace(/\\ /gu, " "));
    const read = table.key.map((name, at) => readModelCell(columnNamed(table, name), parts[at] ?? ""));
    const isWhole = table.key.length === parts.length && read.every(Boolean);
    if (isWhole) for (const [at, name] of table.key.entries()) cells[name] ??= read[at] ?? null;
    else {
      unread.push(...table.key);
      errors.push(`${position} _ComputedKey key/unreadable`);
    }
  }
  return { position, cells, unread, errors };
}

function columnNamed({ columns }: ModelTable, name: string): ModelColumn | undefined {
  return columns.find((one) => one.name === name);
}

/** Undefined where the cell does not read. Enum values are kept as declared. */
function readModelCell(column: ModelColumn | undefined, cell: unknown): ModelValue | undefined {
  if (cell === null || cell === "") return null;
  if (typeof cell !== "string" && typeof cell !== "number") return undefined;
  if (column?.kind === "number") return Number.isInteger(Number(cell)) ? Number(cell) : undefined;
  const text = String(cell);
  return column?.values?.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
}
