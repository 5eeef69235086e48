import type { TableDefinition } from "../app-definition.ts";
import type { ColumnDefinition } from "../column-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";

/** Reports Refs that cannot do what their `onDelete` says. */
export function checkOnDelete(report: DefinitionReport, tables: ReadonlyMap<string, TableDefinition>): void {
  for (const { name: table, columns, key } of tables.values()) {
    for (const column of columns) {
      const { onDelete } = column.options;
      if (onDelete === undefined) continue;
      const objection = objectionTo(
        column,
        onDelete,
        key.some((part) => part === column),
      );
      if (objection === undefined) continue;
      const path = ["tables", table, "columns", column.name, "onDelete"];
      report.report(path, "definition/on-delete", { column: column.name, onDelete, ...objection });
    }
  }
}

interface Objection {
  readonly reason: string;
  readonly hint: string;
}

function objectionTo(
  { isVirtual, options, required, formula }: ColumnDefinition,
  onDelete: "restrict" | "clear" | "delete",
  isKey: boolean,
): Objection | undefined {
  if (isVirtual) return { reason: "the column is virtual", hint: 'Take "onDelete" from the column.' };
  if (options.partOf) {
    const reason = '"partOf" has its rows deleted with the row they refer to';
    return { reason, hint: 'Take "partOf" or "onDelete" from the column.' };
  }
  if (onDelete !== "clear") return undefined;
  const hint = 'Write "onDelete: restrict" or "onDelete: delete".';
  if (isKey) return { reason: "a column of the key cannot be blank", hint };
  if (required) return { reason: "the column is required", hint };
  if (formula !== undefined) return { reason: "its formula gives the column its values", hint };
  if (options.readOnly) return { reason: "the database gives the column its values", hint };
  return undefined;
}
