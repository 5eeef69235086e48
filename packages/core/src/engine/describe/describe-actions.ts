import type { ActionDefinition, ActionEffect, AppDefinition, TableDefinition } from "../../schema/index.ts";
import { inputsOfAction } from "../actions/inputs-of-action.ts";
import type { Nameable } from "../calls/request.ts";
import { isInvocable } from "../execute-call.ts";
import { type JsonKind, jsonTypeOf, tableOfRef } from "./describe-column.ts";

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
