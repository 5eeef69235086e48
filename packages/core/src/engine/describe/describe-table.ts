import type {
  AppDefinition,
  SliceDefinition,
  TableDefinition,
  UpdateMode,
  Updates,
} from "../../schema/index.ts";
import { isNameable, nameableColumns } from "../access/nameable.ts";
import type { Nameable } from "../calls/request.ts";
import type { CallTarget } from "../find/find-target.ts";
import { type DescribedAction, describeActions } from "./describe-actions.ts";
import { type DescribedColumn, describeColumn, labelOf } from "./describe-column.ts";

/** A table or slice as callers may know it, in JSON: what its rows hold and what can be done to them. */
export interface DescribedTable {
  readonly name: string;
  /** Of a slice: its table. */
  readonly sliceOf?: string;
  /** The names of the key columns; several together are `_ComputedKey`. */
  readonly key: readonly string[];
  /** The column that rows are called by. */
  readonly label: string;
  /** In the order of answers, with `_RowNumber` before them and, with several key columns, `_ComputedKey` after. */
  readonly columns: readonly DescribedColumn[];
  /** The changes it takes. `expression`: which they are is decided when a call is made. */
  readonly updates: readonly UpdateMode[] | "expression";
  readonly actions: readonly DescribedAction[];
  /** Of a table: the names of its slices. */
  readonly slices: readonly string[];
}

export function describeTable(
  app: AppDefinition,
  { table, slice }: CallTarget,
  nameable?: Nameable,
): DescribedTable {
  const caller = { nameable };
  const shown: TableDefinition | SliceDefinition = slice ?? table;
  const slices = [...app.slices.values()].filter(
    (one) => one.table === table && isNameable(caller, one.name),
  );
  const updates = describeUpdates(slice === undefined ? [table] : [table, slice]);
  return {
    name: shown.name,
    ...(slice === undefined || !isNameable(caller, table.name) ? {} : { sliceOf: table.name }),
    key: table.key.map(({ name }) => name),
    label: labelOf(table).name,
    columns: nameableColumns(caller, shown).map((column) => describeColumn(column, table, nameable)),
    updates:
      updates === "expression"
        ? updates
        : updates.filter((mode) => nameable?.action(OPERATIONS[mode]) ?? true),
    actions: describeActions(app, table, nameable),
    slices: slice === undefined ? slices.map(({ name }) => name) : [],
  };
}

/** A slice takes what it and its table take. */
function describeUpdates(all: readonly Updates[]): DescribedTable["updates"] {
  const fixed = all.filter(({ updatesExpression }) => updatesExpression === undefined);
  const modes = MODES.filter((mode) => fixed.every(({ updates }) => updates.has(mode)));
  return fixed.length < all.length && modes.length > 0 ? "expression" : modes;
}

const OPERATIONS: Readonly<Record<UpdateMode, string>> = { add: "Add", edit: "Edit", delete: "Delete" };

const MODES: readonly UpdateMode[] = ["add", "edit", "delete"];

/**
 * For each table a name that programs can write: letters and digits of its own name, a letter first, and no two alike.
 * OpenAPI and the types for TypeScript use the same.
 */
export function componentNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const componentOf = new Map<string, string>();
  for (const name of names) {
    const plain = name.normalize("NFKD").replaceAll(/[^A-Za-z0-9]/gu, "") || "Table";
    const word = /^\d/u.test(plain) ? `Table${plain}` : plain;
    let free = word;
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${word}_${count}`;
    taken.add(free.toLowerCase());
    componentOf.set(name, free);
  }
  return componentOf;
}
