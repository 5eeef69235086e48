import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ColumnScope, EvaluationContext, Scope } from "../src/expression/parts.ts";
import type { JsonValue } from "../src/values/index.ts";

/** One executable case of the language: an expression, what is in view, and the one outcome it must have. */
export interface ConformanceCase {
  readonly id: string;
  readonly expr: string;
  readonly row?: Readonly<Record<string, CaseColumn & { readonly value: JsonValue }>>;
  readonly tables?: string;
  readonly table?: string;
  readonly key?: JsonValue;
  readonly before?: Readonly<Record<string, JsonValue>>;
  readonly this?: string;
  readonly now?: string;
  readonly locale?: string;
  readonly timezone?: string;
  readonly user?: { readonly email: string; readonly name: string; readonly role: string };
  readonly settings?: Readonly<Record<string, JsonValue>>;
  readonly location?: string;
  readonly expect?: JsonValue;
  readonly error?: "syntax" | "name" | "type" | "arity";
  readonly pattern?: string;
  readonly oneOf?: readonly JsonValue[];
  readonly type?: string;
  readonly tags?: readonly string[];
}

interface CaseColumn {
  readonly type: string;
  readonly itemType?: string;
  readonly ref?: string;
}

interface Fixture {
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly (CaseColumn & { readonly name: string; readonly key?: boolean })[];
    readonly rows: readonly Readonly<Record<string, JsonValue>>[];
  }[];
  readonly slices?: readonly { readonly name: string; readonly table: string; readonly filter: string }[];
}

const here = import.meta.dirname;

/** Every case, file by file. */
export function readCases(): readonly ConformanceCase[] {
  const files = globSync("*.jsonl", { cwd: resolve(here, "cases") }).sort();
  return files.flatMap((file) => readLines(resolve(here, "cases", file)) as ConformanceCase[]);
}

/** The values of a file of JSON lines. */
export function readLines(path: string): readonly unknown[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

const fixtures = new Map<string, Fixture>();

function fixtureOf(name: string): Fixture {
  const fixture = fixtures.get(name) ?? readFixture(name);
  fixtures.set(name, fixture);
  return fixture;
}

function readFixture(name: string): Fixture {
  return JSON.parse(readFileSync(resolve(here, "fixtures", `${name}.json`), "utf8"));
}

/** What the case has in scope and in view, in the form of the public face. */
export function situationOf(one: ConformanceCase): {
  readonly scope: Scope;
  readonly context: EvaluationContext;
} {
  const fixture = one.tables === undefined ? { tables: [] } : fixtureOf(one.tables);
  const current = fixture.tables.find((table) => table.name === one.table);
  const scope: Scope = {
    tables: Object.fromEntries(fixture.tables.map((table) => [table.name, tableScope(table)])),
    slices: Object.fromEntries((fixture.slices ?? []).map((slice) => [slice.name, slice])),
    ...(one.table === undefined ? {} : { table: one.table }),
    ...(one.row === undefined ? {} : { columns: mapValues(one.row, columnScope) }),
    ...(one.this === undefined ? {} : { this: one.this }),
    ...(one.locale === undefined ? {} : { locale: one.locale }),
  };
  const row =
    one.row === undefined ? current && rowOf(current, one.key) : mapValues(one.row, ({ value }) => value);
  const context: EvaluationContext = {
    tables: Object.fromEntries(fixture.tables.map((table) => [table.name, table.rows])),
    ...(row === undefined ? {} : { row }),
    ...copy(one, "before", "now", "locale", "timezone", "user", "settings", "location"),
    random: Math.random,
  };
  return { scope, context };
}

function copy<K extends keyof ConformanceCase>(
  one: ConformanceCase,
  ...names: K[]
): Partial<Pick<ConformanceCase, K>> {
  return Object.fromEntries(
    names.filter((name) => one[name] !== undefined).map((name) => [name, one[name]]),
  ) as Pick<ConformanceCase, K>;
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function tableScope(table: Fixture["tables"][number]) {
  const key = table.columns.filter((column) => column.key === true).map((column) => column.name);
  return {
    key,
    columns: Object.fromEntries(table.columns.map((column) => [column.name, columnScope(column)])),
  };
}

function columnScope({ type, itemType, ref }: CaseColumn): ColumnScope {
  return {
    type,
    ...(itemType === undefined ? {} : { itemType }),
    ...(ref === undefined ? {} : { table: ref }),
  };
}

function rowOf(table: Fixture["tables"][number], key: JsonValue | undefined): Record<string, JsonValue> {
  const parts = table.columns.filter((column) => column.key === true).map((column) => column.name);
  const index = table.rows.findIndex((row) => {
    return parts.length === 1
      ? row[parts[0] as string] === key
      : parts.map((part) => row[part]).join(": ") === key;
  });
  return { ...table.rows[index], _RowNumber: index + 1 };
}

/** Cases whose expectation this language departs from on purpose, by id, each with the reason. */
export const exemptions: Readonly<Record<string, string>> = {
  "NUMBER-02": 'quoted constants are not typed by their look: NUMBER("4.2") is 4',
  "TRUNC-04": "TRUNC takes the digits that it keeps, as spreadsheets do",
  "TEXT-02": 'quoted constants are not typed by their look: TEXT("12.15") is that text',
  "LITERAL-08": 'quoted constants are not typed by their look: TEXT("12.15") is that text',
  "SPLIT-08":
    "dates are written with two digits for day and month everywhere (docs/decisions/open-points-of-the-language.md)",
  "COMPUTEDKEY-04": "a table with one key column has a _ComputedKey, too: that key as text",
  "LIST-DEREF-07":
    "the sum of no durations is the duration 000:00:00, not the number 0 (docs/decisions/open-points-of-the-language.md)",
};
