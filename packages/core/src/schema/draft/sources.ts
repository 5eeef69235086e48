import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import { readTableSource, type TableSource, writeTableSource } from "../text/table-source.ts";
import type { ColumnDraft, TableDraft } from "./drafts.ts";

/** The table that a `source` names; one that does not read is reported. */
export function readSource(
  report: DefinitionReport,
  path: Path,
  text: string | undefined,
): TableSource | undefined {
  if (text === undefined) return undefined;
  const source = readTableSource(text);
  if (source === undefined)
    report.report(path, "definition/wrong-value", {
      actual: JSON.stringify(text),
      expected: 'a table such as film, public.film or "odd.name"',
    });
  return source;
}

/** Reports sources that two tables or two columns of a table share, and members of columns that need a table with one. */
export function checkSources(report: DefinitionReport, tables: readonly TableDraft[]): void {
  const named = tables.flatMap((table) => {
    const source = table.source && writeTableSource(table.source);
    return source === undefined ? [] : [{ ...table, source }];
  });
  checkDistinct(report, named);
  for (const { name, shape, columns } of tables) {
    if (shape.source !== undefined)
      checkDistinct(report, columns.filter(({ isVirtual }) => !isVirtual).map(withSource));
    else checkWithout(report, name, columns);
  }
}

function checkDistinct(
  report: DefinitionReport,
  named: readonly { readonly name: string; readonly path: Path; readonly source: string }[],
): void {
  const first = new Map<string, string>();
  for (const { name, path, source } of named) {
    const at = [...path, "source"];
    const other = first.get(source);
    if (other === undefined) first.set(source, name);
    else {
      const isWritten = report.source.has(at);
      const details = { first: other, second: name, source };
      report.report(isWritten ? at : path, "definition/same-source", details, isWritten ? "value" : "name");
    }
  }
}

function checkWithout(report: DefinitionReport, table: string, columns: readonly ColumnDraft[]): void {
  for (const { path, shape } of columns) {
    const members = [
      ...(shape.source === undefined ? [] : ["source"]),
      ...(shape.readOnly === true ? ["readOnly"] : []),
      ...(shape.digits === undefined ? [] : ["digits"]),
      ...(shape.instant === undefined || shape.instant === false ? [] : ["instant"]),
    ];
    for (const member of members)
      report.report([...path, member], "definition/no-source", { member, table }, "name");
  }
}

function withSource({ name, path, shape }: ColumnDraft) {
  return { name, path, source: shape.source ?? name };
}
