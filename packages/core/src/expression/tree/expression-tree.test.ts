import { describe, expect, test } from "vitest";
import { readCases, situationOf } from "../../../conformance/conformance-case.ts";
import { compile, type ExpressionTree } from "../entrances/trace.ts";

const columns = { "Unit Price": "Price", Quantity: "Number", Due: "Date", Tags: "List of Text" } as const;

/** A line a part: its role, what it is, its type and its text. */
function written(tree: ExpressionTree, source: string, depth = 0): string {
  const { role = "root", kind, type, start, end, parts, ...rest } = tree;
  const text = JSON.stringify(source.slice(start, end));
  const line = `${"  ".repeat(depth)}${role}: ${kind} ${JSON.stringify(rest)} ${type} ${text}`;
  return [line, ...parts.map((part) => written(part, source, depth + 1))].join("\n");
}

describe("the tree of an expression keeps its form", () => {
  test.each([
    "[Unit Price] * [Quantity] + 1",
    'IF([Due] < TODAY(), "late", [_PARAM].[word])',
    'COUNT(FILTER([Tags], STARTSWITH([_ITEM], "a"))) > 2',
    "LET(n, [Quantity] * 2, TRY(n / 0, n))",
    'SORT(LIST("b", "a"))',
  ])("%s", (source) => {
    const { tree } = compile(source, { columns });
    expect(written(tree as ExpressionTree, source)).toMatchSnapshot();
  });
});

test("it is plain JSON, and parts lie within their wholes", () => {
  let parts = 0;
  const look = (tree: ExpressionTree) => {
    parts += 1;
    expect(tree.start).toBeLessThanOrEqual(tree.end);
    tree.parts.forEach(look);
  };
  for (const one of readCases()) {
    const { tree } = compile(one.expr, situationOf(one).scope);
    if (tree === undefined) continue;
    expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
    look(tree);
  }
  expect(parts).toBeGreaterThan(3_000);
});

test("a chain of thousands has one, and what is not ok has none", () => {
  const chain = Array.from({ length: 3_000 }, () => "[Quantity]").join(" + ");
  expect(compile(chain, { columns }).tree?.kind).toBe("binary");
  expect(compile("[Nowhere]", { columns }).tree).toBeUndefined();
});

test("references name functions and parameters", () => {
  const { references } = compile("IF([Quantity] > [_PARAM].[least], LEN([_THISUSER].[word]), abs(-1))", {
    columns,
  });
  expect(references).toEqual({
    columns: ["Quantity"],
    tables: [],
    functions: ["IF", "LEN", "ABS"],
    parameters: ["least"],
  });
});
