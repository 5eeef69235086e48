import { check } from "../src/expression/check/check.ts";
import { bindContext } from "../src/expression/context/bind-context.ts";
import { readScope } from "../src/expression/context/read-scope.ts";
import { ColumnTable } from "../src/expression/evaluate/columns/column-table.ts";
import { selectionOf, selectRows } from "../src/expression/evaluate/columns/select-rows.ts";
import { compileNode } from "../src/expression/evaluate/compile.ts";
import { makeFrame } from "../src/expression/evaluate/frame.ts";
import { type EvaluationContext, rewrite, type Scope } from "../src/expression/parts.ts";
import { writeJson } from "../src/expression/tree/json-value.ts";
import type { JsonValue } from "../src/values/index.ts";

/**
 * The answer by column kernels, where an expression is of a kind they serve: a condition about the current row, or the
 * values of a column over the rows of a table. Undefined for any other expression.
 */
export function evaluateByColumns(
  source: string,
  scope: Scope,
  context: EvaluationContext,
): JsonValue | undefined {
  const read = readScope(scope);
  const { output } = check(source, read);
  if (output === undefined) return undefined;
  const { row, before, request } = bindContext(read, context);
  const { root } = rewrite(output);
  if (root.type.kind === "Yes/No" && row.length > 0 && context.before === undefined) {
    return selectRows(output, new ColumnTable([row]), request).length === 1;
  }
  if (root.op !== "select" || root.condition === undefined || root.distinct || root.first) return undefined;
  const { rows } = request.rowsOf(root.table.name);
  const frame = makeFrame(row, request, before);
  const selected = selectionOf(root.condition, root.slot)(new ColumnTable(rows), frame);
  const field = compileNode(root.field, root.slot);
  return [...selected].map((position) => {
    const found = rows[position] ?? [];
    frame.rows[root.slot] = found;
    return writeJson(field(found, frame), root.field.type);
  });
}
