import { type Diagnostic, diagnose, hasErrors, noOutput, type Outcome } from "../diagnostics/index.ts";
import type { DefinitionSource, Path, SourcePart } from "../yaml/definition-source.ts";
import { editableText, editSource, indentOf } from "../yaml/edit-source.ts";
import { expressionForm } from "../yaml/forms.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { columnMembers } from "./text/column-members.ts";

/** A part of a definition that may be changed while it is served. */
export interface DefinitionPart {
  readonly path: Path;
  /** The member of a column, table, slice or action, or `set`, `decision`, `rule`, `function`. */
  readonly kind: string;
  /** Whether the text is an expression. */
  readonly isExpression: boolean;
  readonly table?: string;
  readonly column?: string;
  /** Of a slice, an action, a rule, a decision or a function. */
  readonly name?: string;
  /** The expression without quotes; else YAML from the first column on, in which `withheld` replaces values of headers. */
  readonly text: string;
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly character: number;
  /** How many characters its further lines have in the file that the text has not. */
  readonly indent: number;
}

/** What the text at a path becomes; null removes it. */
export interface DefinitionEdit {
  readonly path: Path;
  readonly text: string | null;
}

/** The parts of a definition's text that may be changed, in its order. A text that cannot be read has none. */
export function definitionParts(text: string): readonly DefinitionPart[] {
  const source = readYaml(text).output;
  return source === undefined ? [] : [...partsWithin(source, [], source.root)];
}

function* partsWithin(source: DefinitionSource, path: Path, part: SourcePart): Generator<DefinitionPart> {
  const kind = kindOf(path);
  if (kind === undefined) {
    if (path.length > LONGEST) return;
    for (const [name, member] of part.members) yield* partsWithin(source, [...path, name], member);
    return;
  }
  if (kind.isExpression && part.scalar === undefined) return;
  const text = editableText(source, part, kind.isExpression);
  const { line = 1, character = 1 } = source.location(path);
  yield {
    path,
    ...kind,
    ...ownerOf(source, path),
    text: kind.kind === "rule" ? withheldHeaders(text) : text,
    line,
    character,
    indent: indentOf(source, part),
  };
}

/** Steps of the longest path of a part. */
const LONGEST = 5;

/** What a path leads to; undefined for what may not be changed, such as access keys, types and columns. */
function kindOf(path: Path): { readonly kind: string; readonly isExpression: boolean } | undefined {
  const [root, , member, , last] = path.map(String);
  const expression = (kind: string) => ({ kind, isExpression: true });
  const isLast = (length: number) => path.length === length;
  switch (root) {
    case "tables":
      if (isLast(3) && (member === "securityFilter" || member === "updates")) return expression(member);
      if (isLast(5) && member === "columns" && EXPRESSIONS.has(String(last))) return expression(String(last));
      return undefined;
    case "slices":
      return isLast(3) && member === "filter" ? expression("filter") : undefined;
    case "actions":
      if (isLast(3) && member === "condition") return expression("condition");
      if (isLast(4) && member === "set") return expression("set");
      if (isLast(5) && member === "addRow" && path[3] === "set") return expression("set");
      return isLast(4) && member === "onRows" && path[3] === "rows" ? expression("rows") : undefined;
    case "rules":
    case "decisions":
    case "functions":
      return isLast(2) ? { kind: root.slice(0, -1), isExpression: false } : undefined;
    default:
      return undefined;
  }
}

/** The members of a column that are expressions. */
const EXPRESSIONS: ReadonlySet<string> = new Set(
  Object.entries(columnMembers).flatMap(([name, { form }]) =>
    "unwrap" in form && form.unwrap() === expressionForm ? [name] : [],
  ),
);

function ownerOf(source: DefinitionSource, path: Path): Pick<DefinitionPart, "table" | "column" | "name"> {
  const [root, own = ""] = path.map(String);
  if (root === "tables") return { table: own, ...(path.length === 5 && { column: String(path[3]) }) };
  const table = source.part([
    root ?? "",
    own,
    ...(path.includes("addRow") ? ["addRow"] : []),
    "table",
  ])?.value;
  return {
    ...(typeof table === "string" && { table }),
    name: own,
    ...(path.includes("set") && { column: String(path.at(-1)) }),
  };
}

/**
 * The text of a definition after edits, one after the other; each leaves every other line as it is. Errors have the `member` that
 * they are about.
 */
export function editDefinition(text: string, edits: readonly DefinitionEdit[]): Outcome<string> {
  const read = readYaml(text);
  if (read.output === undefined) return noOutput(read.diagnostics);
  let source = read.output;
  const diagnostics: Diagnostic[] = [];
  for (const { path, text: given } of edits) {
    const kind = kindOf(path);
    const name = path.join(".");
    if (kind === undefined) {
      diagnostics.push(diagnose("edit/unknown-part", { name }, { member: name }));
      continue;
    }
    const restored = kind.kind === "rule" && given !== null ? restoredHeaders(source, path, given) : given;
    if (restored === undefined) {
      const reason = `"${WITHHELD}" is the value of a header that the file does not have in that place, or has for another URL`;
      diagnostics.push(diagnose("edit/unwritable", { name, reason }, { member: name }));
      continue;
    }
    const edited = editSource(source, { path, text: restored, isExpression: kind.isExpression });
    for (const diagnostic of edited.diagnostics) diagnostics.push(diagnostic);
    source = edited.output ?? source;
  }
  return hasErrors(diagnostics) ? noOutput(diagnostics) : { output: source.text, diagnostics };
}

/** What replaces the values of headers of webhooks, which may be passwords. */
const WITHHELD = "withheld";

/** Headers whose values are shown. */
const SHOWN: ReadonlySet<string> = new Set(["content-type", "accept"]);

function withheldHeaders(text: string): string {
  const source = readYaml(text).output;
  if (source === undefined) return text;
  return headersIn(source.root)
    .toReversed()
    .reduce((written, { part: { scalar } }) => {
      const [start, end] = scalar?.range ?? [0, 0];
      return written.slice(0, start) + WITHHELD + written.slice(end);
    }, text);
}

/**
 * The text of a rule with the values that were withheld of it; undefined where the file has none in their place. They go to the URL
 * that they were for, and to no other.
 */
function restoredHeaders(source: DefinitionSource, rule: Path, text: string): string | undefined {
  const given = readYaml(text).output;
  if (given === undefined) return text;
  let restored = text;
  for (const { path, part } of headersIn(given.root).toReversed()) {
    if (part.value !== WITHHELD) continue;
    const url = [...path.slice(0, 3), "url"];
    if (given.part(url)?.value !== source.part([...rule, ...url])?.value) return undefined;
    const [from, to] = source.part([...rule, ...path])?.scalar?.range ?? [];
    const [start, end] = part.scalar?.range ?? [];
    if (from === undefined || to === undefined || start === undefined || end === undefined) return undefined;
    const original = source.text.slice(from, to);
    if (original.includes("\n")) return undefined;
    restored = restored.slice(0, start) + original + restored.slice(end);
  }
  return restored;
}

/** The headers of a rule's webhooks whose values are not shown, in the order of the text. */
function headersIn(rule: SourcePart): readonly { readonly path: Path; readonly part: SourcePart }[] {
  const steps = [...(rule.members.get("steps")?.members ?? [])];
  return steps.flatMap(([at, step]) => {
    const headers = [...(step.members.get("webhook")?.members.get("headers")?.members ?? [])];
    return headers.flatMap(([name, part]) =>
      SHOWN.has(name.toLowerCase()) || part.scalar === undefined
        ? []
        : [{ path: ["steps", at, "webhook", "headers", name], part }],
    );
  });
}

/**
 * A kept text of a definition with `app` of the present file: access keys and rights that were removed since do not come back. An error where
 * the two cannot be put together so that each means what it meant.
 */
export function restoreDefinition(kept: string, present: string): Outcome<string> {
  const [old, now] = [readYaml(kept), readYaml(present)];
  if (old.output === undefined || now.output === undefined)
    return noOutput([...old.diagnostics, ...now.diagnostics]);
  const app = memberSpan(now.output, "app");
  const place = memberSpan(old.output, "app");
  const lineBreak = kept.includes("\r\n") ? "\r\n" : "\n";
  const written = present.slice(...app).replaceAll(/\r?\n/g, lineBreak);
  const text = kept.slice(0, place[0]) + written + kept.slice(place[1]);
  const expected = { ...membersOf(old.output), app: membersOf(now.output).app };
  const restored = readYaml(text).output;
  if (restored !== undefined && JSON.stringify(membersOf(restored)) === JSON.stringify(expected))
    return { output: text, diagnostics: [] };
  const reason = "it is as it is now, and the text of then has no place for that";
  return noOutput([diagnose("edit/unwritable", { name: "app", reason }, { member: "app" })]);
}

/** From the name of a member at the top of a definition to its end, with a comment on its last line. */
function memberSpan({ text, root }: DefinitionSource, name: string): readonly [start: number, end: number] {
  const { nameStart, end } = root.members.get(name) ?? root;
  const [comment = ""] = /^[ \t]+#.*/.exec(text.slice(end)) ?? [];
  return [nameStart, nameStart + text.slice(nameStart, end + comment.length).trimEnd().length];
}

function membersOf({ root }: DefinitionSource): Readonly<Record<string, unknown>> {
  return root.value as Readonly<Record<string, unknown>>;
}

/** The part that a member of a diagnostic lies in; undefined where it is elsewhere. */
export function partOfMember(
  parts: readonly DefinitionPart[],
  member: string | undefined,
): DefinitionPart | undefined {
  if (member === undefined) return undefined;
  return parts.find(({ path }) => {
    const name = path.join(".");
    return member === name || member.startsWith(`${name}.`);
  });
}
