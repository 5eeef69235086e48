import type { Span } from "../../diagnostics/index.ts";
import type { ColumnReference } from "../syntax/ast.ts";
import { BEFORE, type ParameterNode } from "../tree/node.ts";
import type { CheckState, RowInView } from "./check-state.ts";

/**
 * The row that `[_THISROW]`, `[_THISROW-n]`, `[_THISROW_BEFORE]` or `[_THISROW_AFTER]` stands for; undefined when the
 * name is an ordinary column's, `error` when there is no such row here, which has been reported.
 */
export function rowNamed(state: CheckState, part: ColumnReference): RowInView | "error" | undefined {
  const [whole, image, outward] = ROW_NAME.exec(part.name) ?? [];
  if (whole === undefined) return undefined;
  if (outward !== undefined) return outwardRow(state, Number(outward), part);
  const row = state.currentRow;
  if (row === undefined || (image !== undefined && !state.scope.change)) {
    state.report("name/no-row", { name: part.name }, part);
    return "error";
  }
  return image?.toUpperCase() === "BEFORE" ? { slot: BEFORE, table: row.table } : row;
}

const ROW_NAME = /^_thisrow(?:_(before|after)|\s*-\s*(\d{1,3}))?$/i;

function outwardRow(state: CheckState, depth: number, part: ColumnReference): RowInView | "error" {
  const inView = state.currentRow === undefined ? state.scans : [state.currentRow, ...state.scans];
  const row = inView[inView.length - 1 - depth];
  if (row !== undefined) return row;
  state.report("name/no-such-scope", { name: part.name, depth }, part);
  return "error";
}

/** `[_PARAM].[name]`, bound by the call, and `[_THISUSER].[setting]`. */
export function parameterNode(target: ColumnReference, name: string, span: Span): ParameterNode | undefined {
  const [, kind] = /^_(param|thisuser)$/i.exec(target.name) ?? [];
  if (kind === undefined) return undefined;
  const from = kind.toLowerCase() === "param" ? "parameters" : "settings";
  return {
    op: "parameter",
    from,
    name,
    type: { kind: "Any" },
    start: span.start,
    end: span.end,
  };
}
