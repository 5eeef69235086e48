import { type ChangeRecord, diagnose, nameInPointer, pointerPart, suggest } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import type { Rules } from "@tablewright/core/rules";
import { printProblem, readFactsText } from "../decide/decide-on-facts.ts";
import { openSourceFile } from "../files/open-source-file.ts";
import type { Terminal } from "../terminal.ts";
import { type OpenedApplication, withApplication } from "../with-application.ts";

/** Where the facts of a comparison are: one of the three. */
export interface GivenOptions {
  /** A file of facts, or facts as a text. */
  readonly facts?: string;
  /** A file of rows, or with `store` a table of the application `app`. */
  readonly rows?: string;
  /** A table of the application `app`, whose rows are taken as calls left them. */
  readonly changes?: string;
  readonly app?: string;
  readonly store?: string;
}

/** Takes one set of facts; returns whether it wants more. */
type TakeFacts = (facts: JsonValue, where: string) => Promise<boolean>;

/** What takes facts, the names of facts that it reads, and where it warns. */
interface Taker {
  readonly definitions: readonly Rules[];
  readonly names: readonly string[];
  readonly take: TakeFacts;
  readonly terminal: Terminal;
}

/** Hands out the facts that options name, one after the other; returns whether they could be read. Their errors are thrown or reported. */
export async function takeGiven(
  options: GivenOptions,
  definitions: readonly Rules[],
  take: TakeFacts,
  terminal: Terminal,
): Promise<boolean> {
  const taker = { definitions, names: definitions.flatMap((rules) => rules.names.facts), take, terminal };
  const { facts, rows, changes, app, store } = options;
  if (facts !== undefined) {
    for await (const { given, where = "facts" } of readFactsText(facts))
      if (!(await take(given, where))) return false;
    return true;
  }
  if (app === undefined || store === undefined) return takeFile(rows ?? "", taker);
  const work = (application: OpenedApplication) =>
    changes === undefined
      ? takeTable(application, rows ?? "", taker)
      : takeChanges(application, changes, taker);
  return (
    (await withApplication(app, store, changes === undefined ? "rows" : "records", terminal, work)) === 0
  );
}

async function takeFile(path: string, taker: Taker): Promise<boolean> {
  const { definitions, names, take } = taker;
  const source = await openSourceFile(path, "");
  warnOfMisspelt(source.headers, path, taker);
  const factOf = factsByColumn(source.headers, names);
  for await (const rows of source.rows())
    for (const { cells, line } of rows) {
      const facts = definitions.reduce(withReadTexts, factOf(cells));
      if (!(await take(facts, `${path}:${line}`))) return false;
    }
  return true;
}

async function takeTable(
  { engine, definition }: OpenedApplication,
  table: string,
  taker: Taker,
): Promise<boolean> {
  const { names, take, terminal } = taker;
  warnOfMisspelt(columnsOf(definition, table), table, taker);
  let wantsMore = true;
  const result = await engine.unload([table], async ({ columns, rows }) => {
    const factOf = factsByColumn(
      columns.map(({ name }) => name),
      names,
    );
    const keys = definition.tables.get(table)?.key ?? [];
    const places = keys.map((key) => columns.findIndex(({ name }) => name === key.name));
    for (const row of rows)
      wantsMore &&= await take(
        factOf(row),
        `${table} ${places.map((place) => String(row[place])).join(": ")}`,
      );
  });
  if (!result.ok) for (const { message } of result.diagnostics) terminal.err(`error: ${message}`);
  return result.ok && wantsMore;
}

/** Rows as each call left them, the oldest first. Of a row whose beginning the journal no longer has, nothing is taken. */
async function takeChanges(
  { engine, definition }: OpenedApplication,
  table: string,
  taker: Taker,
): Promise<boolean> {
  const { names, take, terminal } = taker;
  if (!definition.tables.has(table)) {
    const { message, hint } = diagnose("name/unknown-table", {
      name: table,
      suggestion: suggest(table, [...definition.tables.keys()]),
    });
    terminal.err([`error: ${message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])].join("\n"));
    return false;
  }
  warnOfMisspelt(columnsOf(definition, table), table, taker);
  const images = new Map<string, Readonly<Record<string, JsonValue>>>();
  let unknown = 0;
  const takeOne = async ({ key, operation, after, call }: ChangeRecord): Promise<boolean> => {
    const before = images.get(key);
    if (operation === "delete" || after === null) {
      images.delete(key);
      return true;
    }
    if (operation === "edit" && before === undefined) {
      unknown += 1;
      return true;
    }
    const image = { ...before, ...after };
    images.set(key, image);
    return take(factsByColumn(Object.keys(image), names)(Object.values(image)), `${table} ${key} by ${call}`);
  };
  for (let after: string | undefined, more = true; more; ) {
    const { output, diagnostics } = await engine.changes({ after, limit: PAGE });
    if (output === undefined) {
      for (const { message } of diagnostics) terminal.err(`error: ${message}`);
      return false;
    }
    for (const change of output.changes) if (change.table === table && !(await takeOne(change))) return false;
    after = output.cursor;
    more = output.more;
  }
  if (unknown > 0)
    terminal.err(
      `warning: ${unknown} changes of rows whose beginning the journal no longer has were left out.`,
    );
  return true;
}

const PAGE = 1_000;

function columnsOf({ tables }: OpenedApplication["definition"], table: string): readonly string[] {
  return (tables.get(table)?.columns ?? []).map(({ name }) => name);
}

/** Warns of columns that are not read and have nearly the name of a fact that no column gives. */
function warnOfMisspelt(columns: readonly string[], where: string, { names, terminal }: Taker): void {
  const isIn = (list: readonly string[], name: string) =>
    list.some((one) => one.toLowerCase() === name.toLowerCase());
  const missing = names.filter((name) => !isIn(columns, name));
  for (const column of columns) {
    const suggestion = isIn(names, column) ? undefined : suggest(column, missing);
    if (suggestion === undefined) continue;
    const pointer = `/${pointerPart(column)}`;
    printProblem(diagnose("decision/unknown-fact", { pointer, suggestion }), where, terminal);
  }
}

/** A row as facts: a column that has the name of a fact, in any case, gives it; others are left out. */
function factsByColumn(
  columns: readonly string[],
  names: readonly string[],
): (cells: readonly (JsonValue | undefined)[]) => JsonValue {
  const facts = columns.map((column) => names.find((name) => name.toLowerCase() === column.toLowerCase()));
  return (cells) =>
    Object.fromEntries(
      facts.flatMap((name, at) => (name === undefined ? [] : [[name, cells[at] ?? null] as const])),
    );
}

/** Texts of a CSV file where a fact wants a number or a truth value. */
function withReadTexts(facts: JsonValue, rules: Rules): JsonValue {
  const read: Record<string, JsonValue> = { ...(facts as Record<string, JsonValue>) };
  for (const { code, pointer = "" } of rules.decide(read, { outputs: [] }).diagnostics) {
    const name = nameInPointer(pointer.slice(1));
    const value = Object.hasOwn(read, name) ? read[name] : undefined;
    if (code !== "decision/wrong-fact" || typeof value !== "string") continue;
    if (Number.isFinite(Number(value))) read[name] = Number(value);
    else if (/^(?:true|y|yes)$/i.test(value)) read[name] = true;
    else if (/^(?:false|n|no)$/i.test(value)) read[name] = false;
  }
  return read;
}
