import type { z } from "zod";
import { suggest } from "../diagnostics/index.ts";
import type { DefinitionReport } from "./definition-report.ts";
import type { Path } from "./definition-source.ts";

type Issue = z.core.$ZodIssue;

/**
 * A definition, or another file, in its declared form. What has the wrong form is reported, then taken out or replaced by a
 * stand-in, so that the errors in the rest of it are found as well; undefined when nothing can be made of it. A misspelt member
 * is reported, then read as the one that is meant, so that only the misspelling is an error.
 */
export function checkShape<T>(report: DefinitionReport, shape: z.ZodType<T>): T | undefined {
  const whole: { root: unknown } = { root: copyPart(report.source.root.value) };
  const renamed: Path[] = [];
  let isReported = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { data, error } = shape.safeParse(whole.root, { jitless: true });
    if (error === undefined) return data;
    const issues = error.issues.flatMap(innermost);
    const misspelt = isReported ? [] : issues.flatMap((issue) => misspeltIn(whole.root, issue));
    for (const one of misspelt) {
      rename(report, whole.root, one);
      renamed.push([...one.path, one.meant]);
    }
    if (misspelt.length > 0) continue;
    for (const issue of issues) {
      // Another member may have been meant, with a value of another form.
      const isGuessed = renamed.some((path) => path.every((step, at) => step === issue.path[at]));
      if (!isReported && !isGuessed) reportIssue(report, issue);
      repair(whole, issue);
    }
    isReported = true;
  }
  return undefined;
}

/** A stand-in may itself be wrong (a list that must not be empty), but each round repairs one level at least. */
const MOST_ROUNDS = 16;

interface Misspelt {
  readonly path: Path;
  readonly name: string;
  readonly meant: string;
  readonly members: readonly string[];
}

/** The unknown members that stand for members which are not there. */
function misspeltIn(root: unknown, issue: Issue): readonly Misspelt[] {
  if (issue.code !== "unrecognized_keys") return [];
  const path = issue.path as Path;
  const members = issue.message.split(", ");
  const missing = members.filter((member) => valueAt(root, [...path, member]) === undefined);
  const found: Misspelt[] = [];
  for (const name of issue.keys) {
    const free = missing.filter((member) => found.every((one) => one.meant !== member));
    const other = OTHER_WORDS.get(name);
    const meant = other !== undefined && free.includes(other) ? other : suggest(name, free);
    if (meant !== undefined) found.push({ path, name, meant, members });
  }
  return found;
}

/** What other rules engines call members of ours. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ["then", "set"],
  ["if", "when"],
  ["condition", "when"],
  ["conditions", "when"],
  ["expression", "formula"],
  ["hitPolicy", "hit"],
]);

function rename(report: DefinitionReport, root: unknown, { path, name, meant, members }: Misspelt): void {
  const details = { name, members, suggestion: meant };
  report.reportShape([...path, name], "definition/unknown-member", details, "name");
  putAt(root, [...path, meant], valueAt(root, [...path, name]) as PlainPart);
  removeAt(root, [...path, name]);
  report.source.rename(path, name, meant);
}

/** Of a value that may have several forms, the issues of the form that it is of but for its members. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const issues = issue.errors.find((ofForm) => ofForm.every(({ path }) => path.length > 0));
  return issues?.map((one) => ({ ...one, path: [...issue.path, ...one.path] })) ?? [issue];
}

function reportIssue(report: DefinitionReport, issue: Issue): void {
  const path = issue.path as Path;
  if (issue.code === "unrecognized_keys") {
    const members = issue.message.split(", ");
    for (const name of issue.keys) {
      const details = { name, members, suggestion: suggest(name, members) };
      report.reportShape([...path, name], "definition/unknown-member", details, "name");
    }
  } else if (!report.source.has(path)) {
    report.reportShape(path, "definition/missing-member", { name: String(path.at(-1)) });
  } else {
    const value = valueAt(report.source.root.value, path);
    const words = issue.code === "invalid_value" ? issue.values.map(String) : [];
    const suggestion = typeof value === "string" ? suggest(value, words) : undefined;
    report.reportShape(path, "definition/wrong-value", {
      actual: describe(value),
      expected: issue.message,
      suggestion,
    });
  }
}

function repair(whole: { root: unknown }, issue: Issue): void {
  const path: Path = ["root", ...(issue.path as Path)];
  if (issue.code === "unrecognized_keys") {
    for (const name of issue.keys) removeAt(whole, [...path, name]);
    return;
  }
  const isItem = typeof path.at(-1) === "number";
  const isMissing = valueAt(whole, path) === undefined;
  if (isItem || isMissing || path.length === 1) putAt(whole, path, standIn(issue));
  else removeAt(whole, path);
}

function standIn(issue: Issue): PlainPart {
  if (issue.code === "invalid_value") return (issue.values[0] ?? null) as PlainPart;
  if (issue.code !== "invalid_type") return "?";
  if (issue.expected === "object" || issue.expected === "record") return {};
  return issue.expected === "array" ? ["?"] : "?"; // no list that must stand may be empty
}

/** A value in the words of a message. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return value === null ? "nothing" : "a mapping";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Plain data as a definition is read to; `__proto__` is never among the names. */
type PlainPart = string | number | boolean | null | PlainPart[] | { [name: string]: PlainPart };

/** A copy that can be changed without changing the original. */
function copyPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(copyPart);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, copyPart(member)]));
}

/** The value at a path; undefined when there is none. */
function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** Sets a member or an item of its container; nothing happens where there is no container. */
function putAt(root: unknown, path: Path, value: PlainPart): void {
  const around = valueAt(root, path.slice(0, -1));
  if (typeof around === "object" && around !== null)
    (around as Record<string | number, unknown>)[path.at(-1) ?? ""] = value;
}

function removeAt(root: unknown, path: Path): void {
  const around = valueAt(root, path.slice(0, -1));
  if (typeof around === "object" && around !== null)
    delete (around as Record<string | number, unknown>)[path.at(-1) ?? ""];
}
