import type { Engine } from "@tablewright/core";
import { tablesRead } from "./tables-read.ts";

/** The tables that an action reads, beside the row it is carried out on, and those whose rows it changes. */
export interface ActionTables {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** Those of an action, and of the actions it runs; none leads back to itself. */
export function tablesOfAction(app: Engine["app"], name: string): ActionTables {
  const action = app.actions.get(name);
  if (action === undefined) return { reads: [], writes: [] };
  const { table, condition, effect } = action;
  switch (effect.kind) {
    case "set":
    case "addRow": {
      const written = effect.kind === "set" ? table : effect.table;
      return {
        reads: tablesRead([condition, ...effect.set.map(({ value }) => value)]),
        writes: [written.name],
      };
    }
    case "deleteRow":
      return { reads: tablesRead([condition]), writes: [table.name] };
    case "run":
      return joined([
        { reads: tablesRead([condition]), writes: [] },
        ...effect.actions.map((one) => tablesOfAction(app, one)),
      ]);
    case "onRows":
      return joined([
        { reads: tablesRead([condition, effect.rows]), writes: [] },
        tablesOfAction(app, effect.action),
      ]);
  }
}

function joined(parts: readonly ActionTables[]): ActionTables {
  return {
    reads: [...new Set(parts.flatMap(({ reads }) => reads))],
    writes: [...new Set(parts.flatMap(({ writes }) => writes))],
  };
}
