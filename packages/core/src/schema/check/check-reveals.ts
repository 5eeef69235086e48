import { type CheckedExpression, readsOf } from "../../expression/parts.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { AppDefinition, TableDefinition } from "../app/app-definition.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";

/** An expression of a definition whose value, or what depends on it, callers learn. */
interface Reader {
  readonly path: Path;
  /** In the words of a sentence. */
  readonly name: string;
  /** The table of its row, where it is about one. */
  readonly table: TableDefinition | undefined;
  readonly expression: CheckedExpression | undefined;
}

/**
 * Warns of what the definition says openly of columns that not everybody may read: formulas of columns without a `readIf` of
 * their own, filters, functions, decisions and conditions that read one. It is the author's right to reveal it.
 */
export function checkReveals(
  report: DefinitionReport,
  { functions = {} }: DefinitionShape,
  { tables, slices, scope, decisions }: Pick<AppDefinition, "tables" | "slices" | "scope" | "decisions">,
): void {
  const restricted = new Map([...tables.values()].map((table) => [table.name, restrictedIn(table)]));
  if ([...restricted.values()].every(({ size }) => size === 0)) return;
  const readers = [...tables.values()].flatMap(readersOf);
  for (const { name, table, filter } of slices.values())
    readers.push({
      path: ["slices", name, "filter"],
      name: `The slice "${name}"`,
      table,
      expression: filter,
    });
  for (const name of report.source.names(["functions"], functions)) {
    const expression = scope.functions.get(name.toUpperCase())?.body?.();
    readers.push({ path: ["functions", name], name: `The function ${name}`, table: undefined, expression });
  }
  for (const { name, body } of decisions.values())
    readers.push({
      path: ["decisions", name],
      name: `The decision "${name}"`,
      table: undefined,
      expression: body,
    });
  for (const { path, name, table, expression } of readers) {
    if (expression === undefined) continue;
    const reads = readsOf(expression);
    const ofRow = table === undefined ? [] : [[table.name, reads.row] as const];
    const found = [...ofRow, ...reads.tables].flatMap(([of, { cells }]) =>
      [...(restricted.get(of) ?? [])].flatMap(([index, column]) =>
        cells.has(index) ? [{ of, column }] : [],
      ),
    );
    const [first] = found;
    if (first !== undefined)
      report.report(path, "definition/reveals", { column: first.column, table: first.of, reader: name });
  }
}

/** The stored columns with a `readIf`, by their positions. */
function restrictedIn({ storedColumns }: TableDefinition): ReadonlyMap<number, string> {
  return new Map(
    storedColumns.flatMap(({ index, name, readIf }) =>
      readIf === undefined ? [] : [[index, name] as const],
    ),
  );
}

function readersOf(table: TableDefinition): Reader[] {
  const { name, columns, securityFilter } = table;
  const at = ["tables", name];
  const filter = {
    path: [...at, "securityFilter"],
    name: "The security filter",
    table,
    expression: securityFilter,
  };
  const readers: Reader[] = [filter];
  for (const { name: column, formula, readIf } of columns) {
    const path = [...at, "columns", column];
    const own = readIf === undefined ? formula : undefined;
    readers.push({ path: [...path, "formula"], name: `"${column}"`, table, expression: own });
    readers.push({ path: [...path, "readIf"], name: `The readIf of "${column}"`, table, expression: readIf });
  }
  return readers;
}
