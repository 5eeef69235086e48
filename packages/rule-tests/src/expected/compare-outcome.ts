import {
  type Diagnostic,
  describeCause,
  type EffectEvent,
  type EmailAttachment,
  type Path,
  type ResultRow,
} from "@tablewright/core";
import type { StoredRun } from "@tablewright/core/storage";
import type {
  ExpectedAttachmentShape,
  ExpectedCellShape,
  ExpectedDiagnosticShape,
  ExpectedEventShape,
  ExpectedRowShape,
  ExpectedValueShape,
} from "../read/rule-test-shape.ts";
import type { Expected } from "../read/rule-tests.ts";
import { compareCount, compareList, type ListKind } from "./compare-list.ts";
import { compareValue, hasMembers, isMatcher, type Mismatch, shown } from "./compare-value.ts";

/** What came of a call, or of several: the rows and errors of the last, the events and rules of all, in their order. */
export interface ObservedCall {
  readonly rows: readonly ResultRow[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly events: readonly EffectEvent[];
  readonly runs: readonly StoredRun[];
}

/** Compares what came of calls with what is expected. `readTable` gives the rows of a table, hidden ones as well. */
export async function compareOutcome(
  { path, shape }: Expected,
  outcome: ObservedCall,
  readTable: (table: string) => Promise<readonly ResultRow[]>,
): Promise<readonly Mismatch[]> {
  const { rows, count, errors, warnings, events, rules, tables = {} } = shape;
  const at = (member: string): Path => [...path, member];
  const names = outcome.runs.flatMap(({ rule, outcome: end }) => (end === "Done" ? [rule] : []));
  const inTables = Object.entries(tables).map(async ([table, expected]) =>
    compareList([...at("tables"), table], expected, await readTable(table), ROWS),
  );
  return [
    errors === undefined ? [] : compareList(at("errors"), errors, outcome.errors, ERRORS),
    rows === undefined ? [] : compareList(at("rows"), rows, outcome.rows, ROWS),
    count === undefined ? [] : compareCount(at("count"), count, outcome.rows, ROWS),
    warnings === undefined ? [] : compareList(at("warnings"), warnings, outcome.warnings, WARNINGS),
    events === undefined ? [] : compareList(at("events"), events, outcome.events, EVENTS),
    rules === undefined ? [] : compareList(at("rules"), rules, names, RULES),
    ...(await Promise.all(inTables)),
  ].flat();
}

const ROWS: ListKind<ExpectedRowShape, ResultRow> = {
  noun: "rows",
  compare: compareMembers,
  show: (expected, row) => (expected === undefined ? row : membersOf(row, Object.keys(expected))),
};

const ERRORS: ListKind<ExpectedDiagnosticShape, Diagnostic> = {
  noun: "errors",
  compare: (path, expected, diagnostic) => compareMembers(path, expected, { ...diagnostic }),
  show: (_, { code, row, column, key, message, hint, cause }) => ({
    code,
    row,
    column,
    key,
    message,
    hint,
    ...causeOf(cause),
  }),
};

/** What a function of the program threw, as a text; nothing where none did. */
export function causeOf(cause: unknown): { readonly cause?: string } {
  return cause === undefined ? {} : { cause: describeCause(cause) };
}

const WARNINGS = { ...ERRORS, noun: "warnings" };

const EVENTS: ListKind<ExpectedEventShape, EffectEvent> = {
  noun: "events",
  compare: (path, { body, headers, attachments, ...others }, { payload }) => {
    const { attachments: files, ...content } =
      payload.kind === "email" ? payload : { ...payload, attachments: [] };
    const text = (payload.kind === "email" ? payload.text : payload.body) ?? "";
    const sent = payload.kind === "email" ? {} : payload.headers;
    return [
      ...compareMembers(path, others, { ...content }),
      ...(headers === undefined ? [] : compareMembers([...path, "headers"], headers, sent)),
      ...(body === undefined ? [] : compareBody([...path, "body"], body, text)),
      ...(attachments === undefined
        ? []
        : compareList([...path, "attachments"], attachments, files, ATTACHMENTS)),
    ];
  },
  show: (_, { payload }) => {
    const { rule, table, key, change } = payload;
    const about = { rule, table, key, change };
    if (payload.kind === "email") {
      const { to, cc, bcc, from, replyTo, subject, text: body, html, attachments: files } = payload;
      const attachments = files.map(({ filename }) => ({ filename }));
      return { ...about, to, cc, bcc, from, replyTo, subject, body, html, attachments };
    }
    const { method, url, headers, body } = payload;
    return { ...about, method, url, headers, body };
  },
};

const ATTACHMENTS: ListKind<ExpectedAttachmentShape, EmailAttachment> = {
  noun: "attachments",
  compare: (path, expected, attachment) => compareMembers(path, expected, { ...attachment }),
  show: (_, { filename, content }) => ({ filename, content }),
};

const RULES: ListKind<string, string> = {
  noun: "rules that ran",
  compare: compareValue,
  show: (_, rule) => rule,
};

function membersOf(row: ResultRow, names: readonly string[]): ResultRow {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/** Compares the members that are named; those that are not may be anything. */
export function compareMembers(
  path: Path,
  expected: Readonly<Record<string, ExpectedValueShape | ExpectedCellShape | undefined>>,
  actual: Readonly<Record<string, unknown>>,
): readonly Mismatch[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    value === undefined ? [] : compareValue([...path, name], value, actual[name] ?? null),
  );
}

type ExpectedBody = string | Readonly<Record<string, unknown>>;

/** Compares the body of an event with a text, with what it contains, or with members of the JSON that it is. */
function compareBody(path: Path, expected: ExpectedBody, body: string): readonly Mismatch[] {
  if (typeof expected === "string" || isMatcher(expected))
    return compareValue(path, expected as ExpectedValueShape, body);
  return compareJson(path, expected, readJson(body));
}

function compareJson(path: Path, expected: unknown, actual: unknown): readonly Mismatch[] {
  if (hasMembers(expected) && hasMembers(actual))
    return Object.entries(expected).flatMap(([name, value]) =>
      compareJson([...path, name], value, actual[name] ?? null),
    );
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((item, at) => compareJson([...path, at], item, actual[at]));
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  return [{ path, message: "The body is another one.", expected: shown(expected), actual: shown(actual) }];
}

/** A body that is no JSON stays a text. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
