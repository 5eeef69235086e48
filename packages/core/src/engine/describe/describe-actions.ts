import type { ActionEffect, AppDefinition, TableDefinition } from "../../schema/index.ts";
import { isInvocable } from "../find-operation.ts";

/** An action of a table as callers may know it, in JSON. */
export interface ActionSchema {
  readonly name: string;
  /** What it does: sets columns, runs actions, adds a row, deletes the row, or acts on other rows. */
  readonly type: ActionEffect["kind"];
  /** Whether a call may name it; else workflow rules and other actions alone run it. */
  readonly invocable: boolean;
}

export function describeActions(app: AppDefinition, table: TableDefinition): readonly ActionSchema[] {
  return [...app.actions.values()]
    .filter((action) => action.table === table)
    .map((action) => ({
      name: action.name,
      type: action.effect.kind,
      invocable: isInvocable(app, action),
    }));
}
