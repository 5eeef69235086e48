import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { TableShape } from "../text/definition-shape.ts";
import type { ColumnDraft, StoredDraft } from "./drafts.ts";
import { findColumn } from "./find-names.ts";

/** The key columns: those the table names, in its order, else those that say `key: true`. */
export function findKey(
  report: DefinitionReport,
  table: string,
  path: Path,
  shape: TableShape,
  columns: readonly ColumnDraft[],
): readonly StoredDraft[] {
  const marked = columns.filter((column) => column.shape.key === true);
  const isListed = shape.key !== undefined;
  const key = isListed ? listedKey(report, table, [...path, "key"], shape.key ?? [], columns) : marked;
  if (key.length === 0 && !isListed) report.report(path, "definition/no-key", { table }, "name");
  for (const column of isListed ? marked.filter((one) => !key.includes(one)) : []) {
    report.report([...column.path, "key"], "definition/exclusive", {
      first: "key: true",
      second: `${table}.key`,
    });
  }
  return key.flatMap((column) => (mayBeKey(report, column) ? column : []));
}

function listedKey(
  report: DefinitionReport,
  table: string,
  path: Path,
  names: readonly string[],
  columns: readonly ColumnDraft[],
): readonly ColumnDraft[] {
  const key: ColumnDraft[] = [];
  for (const [position, name] of names.entries()) {
    const at = [...path, position];
    const match = findColumn(report, at, { name: table, columns }, name);
    if (match === undefined) continue;
    if (key.includes(match)) {
      report.report(at, "definition/key", { column: name, reason: "it is a part of the key already" });
    } else key.push(match);
  }
  return key;
}

function mayBeKey(report: DefinitionReport, column: ColumnDraft): column is StoredDraft {
  const { name, path, shape, declared, isVirtual } = column;
  const reason = reasonAgainst();
  if (reason !== undefined) report.report(path, "definition/key", { column: name, reason }, "name");
  return reason === undefined;

  function reasonAgainst(): string | undefined {
    if (declared?.filledBy === "application") return "it changes with the row";
    if (shape.digits === "exact") return 'numbers with exact "digits" name no row; make it a Text';
    if (declared?.mayBeKey === false) return `no key is of type ${declared.name}`;
    if (isVirtual) return "it is virtual";
    return shape.formula === undefined ? undefined : "a key never changes, and its formula could change it";
  }
}
