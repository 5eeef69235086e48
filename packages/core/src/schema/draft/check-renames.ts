import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { ColumnDraft, TableDraft } from "./drafts.ts";

/**
 * Reports former names of tables and columns that something bears still, or that two share. A virtual column may bear the
 * former name of a stored one: it has no values of its own.
 */
export function checkRenames(report: DefinitionReport, tables: readonly TableDraft[]): void {
  checkFormerNames(report, "table", tables);
  for (const { path, shape, columns } of tables) {
    checkFormerNames(
      report,
      "column",
      columns.filter(({ isVirtual }) => !isVirtual),
    );
    if (shape.source === undefined) continue;
    for (const part of [{ path, shape }, ...columns]) refuseBesideSource(report, part);
  }
}

function checkFormerNames(
  report: DefinitionReport,
  kind: "table" | "column",
  parts: readonly (TableDraft | ColumnDraft)[],
): void {
  const declared = new Set(parts.map(({ name }) => name));
  const first = new Map<string, string>();
  for (const { name, path, shape } of parts) {
    const { was } = shape;
    if (was === undefined) continue;
    const at = [...path, "was"];
    const other = first.get(was);
    if (declared.has(was)) report.report(at, "definition/was-declared", { name, was, kind });
    else if (other === undefined) first.set(was, name);
    else report.report(at, "definition/same-was", { first: other, second: name, was });
  }
}

/** The tables of other programs are never altered. */
function refuseBesideSource(
  report: DefinitionReport,
  { path, shape }: Pick<TableDraft | ColumnDraft, "path" | "shape">,
): void {
  if (shape.was === undefined) return;
  const details = { first: "source", second: "was" };
  report.report([...path, "was"], "definition/exclusive", details, "name");
}
