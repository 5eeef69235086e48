import type {
  ActionDefinition,
  ActionEffect,
  AppDefinition,
  SliceDefinition,
  TableDefinition,
  UpdateMode,
  Updates,
} from "../../schema/index.ts";
import { type CallTarget, isNameable, nameableColumns } from "../access/nameable.ts";
import { inputsOfAction } from "../actions/inputs-of-action.ts";
import type { Nameable } from "../calls/request.ts";
import { isInvocable } from "../execute-call.ts";
import type { JsonKind } from "../wires/wire-form.ts";
import { type DescribedColumn, describeColumn, jsonTypeOf, labelOf, tableOfRef } from "./describe-column.ts";

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

/** An action of a table as callers may know it, in JSON. */
export interface DescribedAction {
  readonly name: string;
  /** What it does: sets columns, runs actions, adds a row, deletes the row, or acts on other rows. */
  readonly type: ActionEffect["kind"];
  /** Whether a call may name it; else only workflow rules and other actions run it. */
  readonly invocable: boolean;
  /** What its expressions read of the call's `Inputs`; missing where that is nothing. */
  readonly inputs?: readonly DescribedInput[];
}

/** A value that a call may give an action. */
export interface DescribedInput {
  readonly name: string;
  /** What it is read as, such as `Date`; of a list its items. */
  readonly type: string;
  readonly json: JsonKind;
  /** The table that a Ref points at. */
  readonly table?: string;
}

export function describeActions(
  app: AppDefinition,
  table: TableDefinition,
  nameable?: Nameable,
): readonly DescribedAction[] {
  return [...app.actions.values()]
    .filter((action) => action.table === table && (nameable?.action(action.name) ?? true))
    .map((action) => ({
      name: action.name,
      type: action.effect.kind,
      invocable: isInvocable(app, action),
      ...describeInputs(app, action, nameable),
    }));
}

function describeInputs(
  app: AppDefinition,
  action: ActionDefinition,
  nameable: Nameable | undefined,
): Pick<DescribedAction, "inputs"> {
  const inputs = [...inputsOfAction(app, action)].map(([name, type]) => {
    const single = type.kind === "List" ? type.item : type;
    const table = tableOfRef(single, nameable);
    return { name, type: single.kind, json: jsonTypeOf(type), ...(table === undefined ? {} : { table }) };
  });
  return inputs.length === 0 ? {} : { inputs };
}
