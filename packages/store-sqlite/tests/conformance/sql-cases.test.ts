import {
  check,
  compileNode,
  evaluateRow,
  makeFrame,
  type Node,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import { EvaluationError, type Value } from "@tablewright/core/storage";
import { functionsInSql, renderSql, type SqlTerm, sqlScopeOf } from "@tablewright/store-sql";
import { describe, expect, test } from "vitest";
import { type ConformanceCase, readCases, situationOf } from "../../../core/conformance/conformance-case.ts";
import { exampleContext, exampleScope } from "../../../core/conformance/example-tables.ts";
import {
  allFunctions,
  bindContext,
  equalValues,
  readDate,
  readDateTime,
  readScope,
  readTime,
} from "../../../core/conformance/read-context.ts";
import { sqlite } from "../../src/expression-dialect.ts";
import { SqliteTables } from "./sqlite-tables.ts";

type ConstantNode = Extract<Node, { op: "constant" }>;

/** Constants stand in a row of their own here, in this slot, so that SQL and not the evaluator computes with them. */
const LIFTED = 99;

const served = { cases: 0, compiled: 0, varying: 0 };

describe("the cases of the language through SQLite", () => {
  const cases = readCases().filter(({ error }) => error === undefined);

  test.each(cases)("$id $expr", (one) => checkCase(one));

  test("SQL has answered the cases it can say", () => {
    if (process.env.TABLEWRIGHT_EXPRESSIONS !== undefined)
      process.stdout.write(`${JSON.stringify(served)}\n`);
    expect(served.varying).toBeGreaterThan(250);
  });
});

describe("the examples of the functions that are said in SQL", () => {
  const said = allFunctions.filter(({ name }) => functionsInSql.has(name));
  const examples = said.flatMap(({ examples: all = [] }) => all);

  test.each(examples.map(([expr, , now]) => ({ expr, now })))("$expr", ({ expr, now }) => {
    checkInSql(expr, readScope(exampleScope), { ...exampleContext, ...(now === undefined ? {} : { now }) });
  });

  test("every name is one of the language", () => {
    expect(
      [...functionsInSql.keys()].filter((name) => !allFunctions.some((one) => one.name === name)),
    ).toEqual([]);
  });
});

function checkCase(one: ConformanceCase): void {
  const { scope, context } = situationOf(one);
  checkInSql(one.expr, readScope(scope), context);
}

/** SQL answers what the row evaluator answers, where it answers at all. */
function checkInSql(
  source: string,
  scope: ReturnType<typeof readScope>,
  context: Parameters<typeof bindContext>[1],
): void {
  const { output } = check(source, scope);
  if (output === undefined || output.type.kind === "List") return;
  const { row, request } = bindContext(scope, context);
  const constants: ConstantNode[] = [];
  const root = lift(output.root, constants);
  const tables = new SqliteTables(scope);
  const lifted = tables.addRow("constants", constants);
  for (const [name] of scope.tables) tables.fill(name, request.rowsOf(name).rows);
  const current = scope.row;
  if (current !== undefined && current.name === "") tables.fill("", [row]);
  const own = current && { alias: "t", table: tables.tableOf(current.name) };
  const base = sqlScopeOf(
    {
      dialect: sqlite,
      searches: "any",
      context: request,
      tableOf: (name) => tables.tableOf(name),
      filterOf: () => undefined,
    },
    own,
  );
  served.cases += 1;
  const term = base.withRow(LIFTED, { alias: "k", table: lifted }).value(root);
  if (term === undefined) return;
  served.compiled += 1;
  if (term.constant === undefined) served.varying += 1;
  const meant = outcomeOf(() => evaluateRow(output, row, request));
  const frame = makeFrame(row, request);
  frame.rows[LIFTED] = constants.map(({ value }) => value);
  const fromColumns = outcomeOf(() => compileNode(root, 0)(row, frame));
  const { text, values } = renderSql(term.sql, sqlite);
  const number = typeof row.at(-1) === "number" ? (row.at(-1) as number) : 1;
  const from = own === undefined ? "" : `, ${JSON.stringify(own.table.name)} as t`;
  const where = own === undefined ? "" : ` where t."_Slot" = ${number}`;
  const answer = outcomeOf(() => {
    const read = tables.database
      .prepare(`select ${text} as answer from constants as k${from}${where}`)
      .get(...values);
    return decode((read?.answer ?? null) as Value, term, valueFamilyOf(output.type));
  });
  expect(fromColumns, "constants stand in columns").toEqual(meant);
  const same =
    "value" in answer &&
    "value" in meant &&
    equalValues(answer.value, meant.value, valueFamilyOf(output.type));
  if (!same) expect(answer, `${text} ${JSON.stringify(values)}`).toEqual(meant);
}

/** The node with its constants read from columns; those of lists and of other expressions stay. */
function lift<T>(part: T, constants: ConstantNode[]): T {
  if (Array.isArray(part)) return part.map((one) => lift(one, constants)) as T;
  if (typeof part !== "object" || part === null || !("op" in part)) return part;
  const node = part as unknown as Node;
  if (node.op === "constant") {
    if (typeof node.value === "object" || (typeof node.value === "string" && !node.value.isWellFormed()))
      return part;
    constants.push(node);
    const { type, start, end } = node;
    return {
      op: "column",
      slot: LIFTED,
      index: constants.length - 1,
      name: "",
      type,
      start,
      end,
    } as T;
  }
  const parts = Object.entries(node).map(([name, value]) => {
    if (name === "branches") {
      return [name, (value as { condition: Node; value: Node }[]).map((one) => liftAll(one, constants))];
    }
    return [name, CHILDREN.has(name) ? lift(value, constants) : value];
  });
  return Object.fromEntries(parts) as T;
}

function liftAll<T extends object>(parts: T, constants: ConstantNode[]): T {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, lift(value, constants)]),
  ) as T;
}

const CHILDREN = new Set([
  "ref",
  "refs",
  "field",
  "condition",
  "left",
  "right",
  "operand",
  "conditions",
  "otherwise",
  "value",
  "body",
  "items",
  "arguments",
  "by",
  "rows",
  "limit",
]);

function decode(stored: Value, { form }: SqlTerm, family: string): Value {
  if (stored === null) return null;
  if (form === "boolean") return stored === 1;
  if (form !== "moment") return stored;
  const text = String(stored);
  if (family === "time") return readTime(text);
  return family === "date" ? readDate(text, "en-US") : readDateTime(text, "en-US");
}

function outcomeOf(run: () => Value): { readonly value: Value } | { readonly fault: string } {
  try {
    return { value: run() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return { fault: thrown.code };
  }
}
