import { foldName, isWellFormedText } from "../values/index.ts";
import type { DefinitionReport } from "./definition-report.ts";
import type { Path } from "./definition-source.ts";

type NamedKind = "table" | "slice" | "column" | "action" | "rule" | "fact" | "output" | "type" | "field";

/** Names that expressions or calls give another meaning, by what bears them; the engine has tables of its own. */
const RESERVED: Readonly<Record<NamedKind, RegExp>> = {
  table: /^(_(rownumber|computedkey|param|this.*)|tablewright_.*)$/is,
  slice: /^_(rownumber|computedkey|param|this.*)$/i,
  column: /^_(rownumber|computedkey|param|this.*)$/i,
  action: /^(add|edit|delete|find|undo|load|schedule)$/i,
  rule: /^$/,
  fact: /^_(rownumber|computedkey|param|this.*)$/i,
  output: /^_(rownumber|computedkey|param|this.*)$/i,
  type: /^$/,
  field: /^_(rownumber|computedkey|param|this.*|item)$/i,
};

/**
 * Reports names that are reserved, that no expression could write, or that differ from another only in case. `taken`
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
        { name, first: withArticle(other.kind), second: withArticle(kind) },
        "name",
      );
    else report.report(path, "definition/similar-names", { name, other: other.name }, "name");
  }
}

export interface TakenName {
  readonly name: string;
  readonly kind: NamedKind;
}

function withArticle(kind: NamedKind): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}

function whatIsWanted(name: string): string | undefined {
  if (name.trim() === "") return "a name";
  if (!isWellFormedText(name) || /\p{Cc}/u.test(name)) return "a name of visible characters";
  return name.includes("]") ? 'a name without "]", which ends a name in expressions' : undefined;
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
