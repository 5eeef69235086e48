import {
  check,
  evaluateRow,
  isWellFormedText,
  type JsonValue,
  writePlainNumber,
} from "@tablewright/core/compiler";
import type { Scope } from "@tablewright/core/expression";
import { compileToSql, renderSql } from "@tablewright/store-sql";
import { describe, expect, test } from "vitest";
import { hostileDecimals, hostileTexts } from "../../../core/conformance/hostile-cells.ts";
import { bindContext, readScope } from "../../../core/conformance/read-context.ts";
import { sqlite } from "../../src/expression-dialect.ts";
import { SqliteTables } from "./sqlite-tables.ts";

/** Every hostile cell beside every hostile constant: what random tables meet only now and then. */
const scope: Scope = { columns: { Text: "Text", Other: "Text", X: "Decimal", Y: "Decimal" } };

const cells = hostileTexts.filter(isWellFormedText);
const rows: Record<string, JsonValue>[] = [
  ...cells.map((Text, at) => ({
    Text,
    Other: cells[(at * 7 + 3) % cells.length] as string,
    X: null,
    Y: null,
  })),
  ...cells.map((Text) => ({ Text, Other: Text.toUpperCase(), X: null, Y: null })),
  { Text: null, Other: null, X: null, Y: null },
  ...hostileDecimals.flatMap((X) => hostileDecimals.map((Y) => ({ Text: null, Other: "a", X, Y }))),
];

const read = readScope(scope);
const tables = new SqliteTables(read);
const { request } = bindContext(read, { now: "2026-03-14T15:09:26" });
const values = rows.map((row) => bindContext(read, { row }).row);
tables.fill("", values);
const table = tables.tableOf("");

function compare(source: string): "compared" | "stopped" {
  const { output } = check(source, read);
  if (output === undefined) throw new Error(`${source} has errors.`);
  const outcome = compileToSql(
    output,
    { alias: "t", table },
    {
      dialect: sqlite,
      searches: "indexed",
      context: request,
      tableOf: () => table,
      filterOf: () => undefined,
    },
  );
  if (outcome.stopped !== undefined) return "stopped";
  const { text, values: bound } = renderSql(outcome.sql, sqlite);
  const statement = tables.database.prepare(
    `select t."_Slot" as slot from "t " as t where ${text} order by 1`,
  );
  const kept = statement.all(...bound).map(({ slot }) => Number(slot));
  const meant = values.flatMap((row, at) => (evaluateRow(output, row, request) === true ? [at + 1] : []));
  expect(kept, `${source}: ${text}`).toEqual(meant);
  return "compared";
}

const operators = ["=", "<>", "<", "<=", ">", ">="];

describe("texts", () => {
  test.each(hostileTexts.map((text) => `"${text.replaceAll('"', '""')}"`))("beside %j", (constant) => {
    const sources = [
      ...operators.map((operator) => `[Text] ${operator} ${constant}`),
      ...["CONTAINS", "STARTSWITH", "ENDSWITH"].map((name) => `${name}([Text], ${constant})`),
      ...["CONTAINS", "STARTSWITH", "ENDSWITH"].map((name) => `${name}(${constant}, [Text])`),
      `IN([Text], LIST(${constant}, "x", "y", "z", "kk"))`,
      `NOT(IN([Text], LIST(${constant}, "")))`,
      `FIND(${constant}, [Text]) > 0`,
      `SUBSTITUTE([Text], ${constant}, "-") = [Other]`,
    ];
    const stopped = sources.filter((source) => compare(source) === "stopped");
    expect(stopped).toEqual(isWellFormedText(constant) ? [] : sources);
  });

  test.each(operators)("columns %s each other", (operator) => {
    expect(compare(`[Text] ${operator} [Other]`)).toBe("compared");
    expect(compare(`UPPER([Text]) ${operator} LOWER([Other])`)).toBe("compared");
    expect(compare(`LEN([Text]) ${operator} LEN([Other] & [Text]) - 1`)).toBe("compared");
    for (const count of [-1, 0, 1, 2, 99]) {
      expect(compare(`LEFT([Text], ${count}) ${operator} RIGHT([Other], ${count})`)).toBe("compared");
      expect(compare(`MID([Text], ${count}, 2) ${operator} MID([Other], 1, ${count})`)).toBe("compared");
    }
  });

  test.each(["CONTAINS", "STARTSWITH", "ENDSWITH"])("%s of columns", (name) => {
    expect(compare(`${name}([Text], [Other])`)).toBe("compared");
    expect(compare(`${name}([Other] & [Text], [Text])`)).toBe("compared");
  });
});

describe("numbers", () => {
  const computed = [
    "[X]",
    "[X] / 3 * 3",
    "[X] * [Y]",
    "[X] + [Y] - [Y]",
    "[X] - [Y]",
    "[X] / [Y]",
    "[X] % [Y]",
    "ABS([X]) ^ 0.5",
    "-[X]",
  ];

  test.each(computed)("%s", (left) => {
    for (const operator of operators) {
      for (const constant of hostileDecimals.map(plain)) compare(`${left} ${operator} ${constant}`);
      for (const other of ["[Y]", "[Y] / 7 * 7", "[X]"])
        expect(compare(`${left} ${operator} ${other}`)).toBe("compared");
    }
    expect(compare(`IN(${left}, LIST(0.1, 0.3, 100, 0))`)).toBe("compared");
    expect(compare(`IN(${left}, LIST([Y], 1.0))`)).toBe("compared");
    expect(compare(`${left} & "" = [Y] & ""`)).toBe("compared");
  });
});

/** A number as it is written in an expression, the extremes cut to what that can say. */
function plain(x: number): string {
  if (Math.abs(x) > 1e14) return x < 0 ? "-1000000000000000" : "1000000000000000";
  return Math.abs(x) < 1e-9 && x !== 0 ? "0.000000001" : writePlainNumber(x);
}
