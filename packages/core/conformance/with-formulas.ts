import { check } from "../src/expression/check/check.ts";
import type { ExpressionScope, ScopeColumn, TableScope } from "../src/expression/parts.ts";

/** The scope with virtual columns added to its tables, each of which may read the ones before it. */
export function withFormulas(
  scope: ExpressionScope,
  formulas: readonly (readonly [table: string, column: string, source: string])[],
): ExpressionScope {
  let made = scope;
  for (const [name, column, source] of formulas) {
    const table = made.tables.get(name) as TableScope;
    const { output, diagnostics } = check(source, { ...made, row: table });
    if (output === undefined) throw new Error(JSON.stringify(diagnostics));
    const added: ScopeColumn = { isVirtual: true, name: column, type: output.type, formula: output };
    const extended = { ...table, columns: [...table.columns, added] };
    const tables = new Map(made.tables).set(name, extended);
    made = { ...made, tables, row: made.row?.name === name ? extended : made.row };
  }
  return made;
}
