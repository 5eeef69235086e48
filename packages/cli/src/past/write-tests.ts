import type { AppDefinition, CallDifference, Properties } from "@tablewright/core";
import type { FunctionDeclaration, JsonValue } from "@tablewright/core/expression";
import { readRuleTests, runRuleTests } from "@tablewright/rule-tests";
import { memoryStore } from "@tablewright/store-memory";
import { yamlOnFewLines } from "../yaml-text.ts";

/** Rule tests by their names, in the form of a test file. */
type WrittenTests = Readonly<Record<string, object>>;

/**
 * Rule tests of calls that come to something else: the rows that they read, the call, and what the candidate makes of it. Calls that read
 * too many rows have none, and those of which only names differ.
 */
export function writeTests(differences: readonly CallDifference[], candidate: AppDefinition): WrittenTests {
  return Object.fromEntries(
    differences.flatMap((one) => {
      const expect = expectationOf(one, candidate);
      if (one.given === undefined || Object.keys(expect).length === 0) return [];
      const calls = one.sent.map(({ action: Action, table, rows: Rows, properties }) => ({
        table,
        Action,
        ...propertiesOf(properties),
        ...(Rows && { Rows }),
      }));
      const test = {
        clock: one.time.replace(/\.\d+Z$/u, "Z"),
        ...(one.user !== null && { user: one.user }),
        given: givenTo(candidate, one.given),
        when: one.batch === undefined ? calls : [{ batch: calls, ...propertiesOf(one.batch.properties) }],
        expect,
      };
      return [[`${one.action} of ${one.time} (call ${one.call})`, test] as const];
    }),
  );
}

/** Those that the candidate passes, and why it does not pass the first of the others: mostly, its rules refuse rows that a call read. */
export async function passedBy(
  candidate: AppDefinition,
  tests: WrittenTests,
  functions: readonly FunctionDeclaration[],
): Promise<{ readonly passed: WrittenTests; readonly failure: string | undefined }> {
  const passed: [string, object][] = [];
  let failure: string | undefined;
  for (const [name, test] of Object.entries(tests)) {
    const { output, diagnostics } = readRuleTests(yamlOnFewLines({ tests: { [name]: test } }), candidate);
    const options = { definition: candidate, openStore: memoryStore, now: Date.now(), functions };
    const run =
      output && (await runRuleTests({ ...options, tests: [output], filter: (one) => one === name }));
    const first = run === undefined ? diagnostics[0] : run.tests.flatMap(({ failures }) => failures)[0];
    if (first === undefined) passed.push([name, test]);
    else failure ??= first.message;
  }
  return { passed: Object.fromEntries(passed), failure };
}

type Given = NonNullable<CallDifference["given"]>;

/** Rows by the names that the candidate has for tables and columns, without what it lacks or computes. */
function givenTo(candidate: AppDefinition, given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, rows]) => {
      const table = nowNamed([...candidate.tables.values()], name, ({ was }) => was);
      return table === undefined
        ? []
        : [[table.name, rows.map((row) => cellsIn(candidate, table.name, row))]];
    }),
  );
}

function cellsIn(candidate: AppDefinition, table: string, row: Given[string][number]): Given[string][number] {
  const columns = candidate.tables.get(table)?.storedColumns.filter(({ formula }) => formula === undefined);
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, cell]) => {
      const column = nowNamed(columns ?? [], name, ({ options }) => options.was);
      return column === undefined ? [] : [[column.name, cell]];
    }),
  );
}

/** What had a name before, else what has it. */
function nowNamed<T extends { readonly name: string }>(
  all: readonly T[],
  name: string,
  wasOf: (one: T) => string | undefined,
): T | undefined {
  return all.find((one) => wasOf(one) === name) ?? all.find((one) => one.name === name);
}

function propertiesOf(properties: Properties = {}): object {
  return Object.keys(properties).length === 0 ? {} : { Properties: properties };
}

/** The rows of a table that are to be there afterwards, by their keys, and those that are not. */
interface ExpectedRows {
  readonly contains: Map<string, object>;
  readonly not: object[];
}

/** Empty where nothing that the candidate has differs. */
function expectationOf({ changed, keys }: CallDifference, candidate: AppDefinition): object {
  const tables = new Map<string, ExpectedRows>();
  const sent: object[] = [];
  const unsent: object[] = [];
  let errors: object[] | undefined;
  for (const { about, name, table = "", key = "", column = "", old, new: now } of changed) {
    if (about === "refusal") {
      const messages = Array.isArray(now) ? now : [];
      errors = messages.map((message) => ({ message }));
    } else if (about === "event") {
      const rule = candidate.rules.has(name) ? { rule: name } : {};
      (now === undefined ? unsent : sent).push({ ...rule, ...contentOf(now ?? old) });
    } else if (candidate.tables.has(table)) {
      const expected: ExpectedRows = tables.get(table) ?? { contains: new Map(), not: [] };
      const named = cellsIn(candidate, table, keys[table]?.[key] ?? {});
      if (Object.keys(named).length === 0) continue;
      tables.set(table, expected);
      if (about === "row" && (now === undefined || now === "deleted")) expected.not.push(named);
      else {
        const cell = about === "cell" ? { [column]: now ?? null } : {};
        expected.contains.set(key, { ...named, ...expected.contains.get(key), ...cell });
      }
    }
  }
  const events = {
    ...(sent.length > 0 && { contains: sent }),
    ...(unsent.length > 0 && { not: { contains: unsent } }),
  };
  return {
    ...(errors && { errors }),
    ...(tables.size > 0 && { tables: Object.fromEntries([...tables].map(writtenRows)) }),
    ...(sent.length + unsent.length > 0 && { events }),
  };
}

/** What an event sends, as tests expect it. */
function contentOf(payload: JsonValue | undefined): object {
  const { key, method, url, headers, body, to, cc, bcc, from, replyTo, subject, text, html } = Object(
    payload,
  ) as Readonly<Record<string, JsonValue | undefined>>;
  const content = {
    key,
    method,
    url,
    headers,
    to,
    cc,
    bcc,
    from,
    replyTo,
    subject,
    body: body ?? text,
    html,
  };
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
}

function writtenRows([table, { contains, not }]: readonly [string, ExpectedRows]): [string, object] {
  const rows = { contains: [...contains.values()], ...(not.length > 0 && { not: { contains: not } }) };
  return [table, rows];
}
