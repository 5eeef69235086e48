import { sameKey, type Value } from "../../values/index.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { keyOf } from "../tree/key.ts";
import type { Node, RowSlot } from "../tree/node.ts";
import type { TableScope } from "../tree/scope.ts";

type Row = readonly Value[];

/** How the reference evaluator comes by rows of other tables. */
export interface RowAccess {
  /** The first row of the key, exactly; a blank key names none. */
  rowOf(context: RequestContext, table: TableScope, key: Value): Row | undefined;
  /** The rows that a scan tries its condition on; `evaluate` gives what reads nothing of the scanned row. */
  candidates(context: RequestContext, scan: Scanned, evaluate: (node: Node) => Value): readonly Row[];
}

export interface Scanned {
  readonly table: TableScope;
  readonly slot: RowSlot;
  readonly condition: Node | undefined;
}

/** By the definition: every row is looked at. */
export const everyRow: RowAccess = {
  rowOf: (context, table, key) =>
    key === null ? undefined : context.rowsOf(table.name).rows.find((row) => sameKey(keyOf(row, table), key)),
  candidates: (context, { table }) => context.rowsOf(table.name).rows,
};
