import { CheckedExpression, type References } from "./checked-expression.ts";
import { children } from "./children.ts";
import { makesRows } from "./makes-rows.ts";
import type { Node } from "./node.ts";
import type { TableScope } from "./scope.ts";

/** A part of a checked tree that reads the row in slot 0 as an expression of its own, with the source it was written in. */
export function partAboutRow(part: Node, source: string, row: TableScope | undefined): CheckedExpression {
  if (part.op === "formula" && part.slot === 0 && part.type.kind === part.formula.type.kind)
    return part.formula;
  return new CheckedExpression(source.slice(part.start, part.end), part, referencesOf(part), row);
}

function referencesOf(part: Node): References {
  const columns = new Set<string>();
  const tables = new Set<string>();
  const formulas: CheckedExpression[] = [];
  const waiting: Node[] = [part];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "column" && node.slot === 0) columns.add(node.name);
    if (node.op === "computed-key" && node.slot === 0)
      for (const { name } of node.table.key) columns.add(name);
    if (node.op === "formula") {
      formulas.push(node.formula);
      for (const name of node.formula.references.tables) tables.add(name);
      if (node.slot === 0) for (const name of node.formula.references.columns) columns.add(name);
    }
    if (makesRows(node)) tables.add(node.table.name);
    for (const child of children(node)) waiting.push(child);
  }
  return { columns, tables, formulas };
}
