import { describe, expect, test } from "vitest";
import type { Expression } from "./ast.ts";
import { parse } from "./parse.ts";
import { print } from "./print.ts";

describe("reading", () => {
  test.each([
    ["= 1 + 2", "1 + 2"],
    ["LEFT ( 'it''s' , 2 )", 'LEFT("it\'s", 2)'],
    ["-2 ^ 2", "-2 ^ 2"],
    ["(-2) ^ 2", "(-2) ^ 2"],
    ["2 ^ 3 ^ 2", "2 ^ 3 ^ 2"],
    ["2 ^ (3 ^ 2)", "2 ^ (3 ^ 2)"],
    ["-2 ^ -3 ^ +2", "-2 ^ -3 ^ +2"],
    ["2 ^ -(3 ^ 2)", "2 ^ -(3 ^ 2)"],
    ["1 - (2 - 3)", "1 - (2 - 3)"],
    ["a & b = c", "a & b = c"],
    ["Order Details [ Order ID ]", "Order Details[Order ID]"],
    ["@( _TODAY )", "@(_TODAY)"],
    ["[Ref] . [Name]", "[Ref].[Name]"],
    ["[Refs] [Name]", "[Refs][Name]"],
    ["well-known", "well-known"],
    ["if(true, 3XL, x)", "if(TRUE, 3XL, x)"],
    ["\u3000[ชื่อ - นามสกุล]", "[ชื่อ - นามสกุล]"],
  ])("%s", (source, printed) => {
    const { output, diagnostics } = parse(source);
    expect(diagnostics).toEqual([]);
    expect(output && print(output)).toBe(printed);
  });

  test("a table's name may hold operators when it is known", () => {
    const { output } = parse("A & B[Col] & v1.2[x]", ["A & B", "v1.2"]);
    expect(output).toMatchObject({ operands: [{ table: "A & B" }, { table: "v1.2" }] });
  });

  test.each(["2024 Sales", "2024", "2024-25", "2024.5", "(a)", "{a}", "-a", "@a", "3D Parts", "24x"])(
    "a table's name may be %s, which could begin something else",
    (name) => {
      const { output, diagnostics } = parse(`SUM( ${name}[V]) - 2024`, [name]);
      expect(diagnostics).toEqual([]);
      expect(output).toMatchObject({
        operands: [{ arguments: [{ table: name, column: "V" }] }, { text: "2024" }],
      });
    },
  );
});

describe("the part of the source that a node is", () => {
  /** The sources of the operations in a tree, from the outside in. */
  function operationsIn(source: string): string[] {
    const sources: string[] = [];
    const visit = (node: Expression): void => {
      if (node.kind === "operation" || node.kind === "signed" || node.kind === "dereference")
        sources.push(source.slice(node.start, node.end));
      if (node.kind === "operation") node.operands.forEach(visit);
      if (node.kind === "signed") visit(node.operand);
      if (node.kind === "dereference") visit(node.target);
      if (node.kind === "call") node.arguments.forEach(visit);
    };
    const { output } = parse(source);
    if (output !== undefined) visit(output);
    return sources;
  }

  test.each([
    ["([a] + 1) * 2", ["([a] + 1) * 2", "([a] + 1)"]],
    ["2 * ( [a] + 1 )", ["2 * ( [a] + 1 )", "( [a] + 1 )"]],
    ["(([a] + 1))", ["(([a] + 1))"]],
    ["([a]) - (1)", ["([a]) - (1)"]],
    ["-([a] + 1) ^ (2 - 1)", ["-([a] + 1) ^ (2 - 1)", "([a] + 1) ^ (2 - 1)", "([a] + 1)", "(2 - 1)"]],
    [
      "(-[a]) & (1 + 2) * 3 = 4",
      ["(-[a]) & (1 + 2) * 3 = 4", "(-[a]) & (1 + 2) * 3", "(-[a])", "(1 + 2) * 3", "(1 + 2)"],
    ],
    ["ABS(([a]) + 1)", ["([a]) + 1"]],
    ["([a] + [b])[c]", ["([a] + [b])[c]", "([a] + [b])"]],
  ])("%s", (source, sources) => expect(operationsIn(source)).toEqual(sources));
});

describe("errors in the text: code and the part that is meant", () => {
  test.each([
    ["", "syntax/empty", 0, 0],
    ["=", "syntax/empty", 1, 1],
    ["1 +", "syntax/cut-off", 3, 3],
    ["LEFT(", "syntax/cut-off", 5, 5],
    ["* 2", "syntax/value-expected", 0, 1],
    ["1 + * 2", "syntax/value-expected", 4, 5],
    ["AND(TRUE,)", "syntax/empty-argument", 9, 10],
    ["IF(TRUE,,2)", "syntax/empty-argument", 8, 9],
    ["{}", "syntax/empty-argument", 1, 2],
    ["()", "syntax/empty-argument", 1, 2],
    ["(1 + 2", "syntax/missing-bracket", 0, 1],
    ["[Name", "syntax/missing-bracket", 0, 1],
    ["(1 + 2]", "syntax/unknown-character", 6, 7],
    ["{1, 2)", "syntax/unexpected-bracket", 5, 6],
    ["1 + 2)", "syntax/unexpected-bracket", 5, 6],
    ["1 2", "syntax/operator-expected", 2, 3],
    ["1, 2", "syntax/operator-expected", 1, 2],
    ['"a" "b"', "syntax/operator-expected", 4, 5],
    ['"abc', "syntax/missing-quote", 0, 4],
    ["[a] AND [b]", "syntax/infix-word", 4, 7],
    ["x or [b]", "syntax/infix-word", 2, 4],
    ["TRUE and FALSE", "syntax/infix-word", 5, 8],
    ["[a] == 1", "syntax/double-equals", 4, 6],
    ["1 != 2", "syntax/unknown-character", 2, 3],
    ["LEFT(1; 2)", "syntax/unknown-character", 6, 7],
    ["“a”", "syntax/unknown-character", 0, 1],
    ["🚢 = 1 ; 2", "syntax/unknown-character", 7, 8],
    ["[a].b", "syntax/dereference", 3, 5],
    ["[a]..[b]", "syntax/dereference", 3, 5],
    ["@(TODAY)", "syntax/legacy-name", 0, 8],
    ["@(_TODAY", "syntax/missing-bracket", 1, 8],
  ])("%s", (source, code, start, end) => {
    const { output, diagnostics } = parse(source);
    expect(output).toBeUndefined();
    expect(diagnostics).toEqual([expect.objectContaining({ code, start, end })]);
  });
});

describe("limits, one below and one above", () => {
  const nested = (depth: number) => `${"(".repeat(depth)}1${")".repeat(depth)}`;
  const list = (items: number) => `{${Array(items).fill("1").join(",")}}`;

  test.each([
    ["length", "1".padEnd(65_536), undefined],
    ["length", "1".padEnd(65_537), "limit/expression-length"],
    ["brackets", nested(128), undefined],
    ["brackets", nested(129), "limit/nesting"],
    ["hostile brackets", "(".repeat(60_000), "limit/nesting"],
    ["signs", `${"-".repeat(128)}1`, undefined],
    ["signs", `${"-".repeat(129)}1`, "limit/nesting"],
    ["powers", Array(5_000).fill("1").join("^"), undefined],
    ["dereferences", `[a]${".[b]".repeat(128)}`, undefined],
    ["dereferences", `[a]${".[b]".repeat(129)}`, "limit/nesting"],
    ["arguments", list(1_000), undefined],
    ["arguments", list(1_001), "limit/arguments"],
    ["nodes", Array(10_000).fill("1").join("+"), undefined],
    ["nodes", Array(10_001).fill("1").join("+"), "limit/nodes"],
  ])("%s", (_, source, code) => {
    const { diagnostics } = parse(source);
    expect(diagnostics.map((one) => one.code)).toEqual(code === undefined ? [] : [code]);
  });
});
