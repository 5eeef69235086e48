import { foldName, isWellFormedText } from "../../values/index.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { ColumnDraft, TableDraft } from "./drafts.ts";

type NamedKind = "table" | "slice" | "column" | "action" | "rule";

/** Names that expressions or calls give another meaning, by what bears them; the engine has tables of its own. */
const RESERVED: Readonly<Record<NamedKind, RegExp>> = {
  table: /^(_(rownumber|computedkey|param|this.*)|tablewright_.*)$/is,
  slice: /^_(rownumber|computedkey|param|this.*)$/i,
  column: /^_(rownumber|computedkey|param|this.*)$/i,
  action: /^(add|edit|delete|find|undo|load|schedule)$/i,
  rule: /^$/,
};

/**
 * Reports names that are reserved, that no expression could write, or that differ from another in case alone. `taken`
 * holds what other kinds have named in the same space, by folded name.
 */
export function checkNames(
  report: DefinitionReport,
  kind: NamedKind,
  names: readonly string[],
  pathOf: (name: string) => Path,
  taken: Map<string, TakenName> = new Map(),
): void {
  for (const name of names) {
    const path = pathOf(name);
    if (RESERVED[kind].test(name)) report.report(path, "definition/reserved-name", { name }, "name");
    const expected = whatIsWanted(name);
    if (expected !== undefined)
      report.report(path, "definition/wrong-value", { actual: JSON.stringify(name), expected }, "name");
    const folded = foldName(name);
    const other = taken.get(folded);
    if (other === undefined) taken.set(folded, { name, kind });
    else if (other.name === name)
      report.report(
        path,
        "definition/duplicate-name",
        { name, first: `a ${other.kind}`, second: `a ${kind}` },
        "name",
      );
    else report.report(path, "definition/similar-names", { name, other: other.name }, "name");
  }
}

export interface TakenName {
  readonly name: string;
  readonly kind: NamedKind;
}

function whatIsWanted(name: string): string | undefined {
  if (name.trim() === "") return "a name";
  if (!isWellFormedText(name) || /\p{Cc}/u.test(name)) return "a name of visible characters";
  return name.includes("]") ? 'a name without "]", which ends a name in expressions,' : undefined;
}

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

/** Reports when not exactly one of the members is in the text, whatever its value is worth. */
export function checkOneOf(
  report: DefinitionReport,
  path: Path,
  members: readonly string[],
  at: "name" | "value" = "value",
): void {
  if (!report.source.has(path)) return;
  const ownMembers = members.filter((member) => report.source.has([...path, member]));
  if (ownMembers.length !== 1) report.report(path, "definition/one-of", { members }, at);
}
