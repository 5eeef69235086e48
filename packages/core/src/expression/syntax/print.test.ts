import fc from "fast-check";
import { expect, test } from "vitest";
import type { Expression } from "./ast.ts";
import { parse } from "./parse.ts";
import { print } from "./print.ts";

/** A tree without its spans, which printing may move. */
function shapeOf(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(shapeOf);
  if (tree === null || typeof tree !== "object") return tree;
  const kept = Object.entries(tree).filter(
    ([name]) => name !== "start" && name !== "end" && !name.endsWith("Span"),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, shapeOf(value)]));
}

const span = { start: 0, end: 0 };
const name = fc
  .stringMatching(/^[A-Za-zÀ-ÿ][A-Za-z0-9 #?]{0,8}[A-Za-z]$/)
  .filter((text) => !/\b(AND|OR|NOT|TRUE|FALSE)\b/i.test(text) && !/ {2}/.test(text));
const columnName = fc
  .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
  .map((text) => text.replaceAll("]", "").trim())
  .filter((text) => text !== "");

const { expression } = fc.letrec<{ expression: Expression; leaf: Expression; postfix: Expression }>(
  (tie) => ({
    leaf: fc.oneof(
      fc.nat().map((value) => ({ kind: "number" as const, text: String(value), ...span })),
      fc
        .string({ unit: "grapheme" })
        .map((text) => ({ kind: "text" as const, value: text.normalize("NFC"), ...span })),
      fc.boolean().map((value) => ({ kind: "boolean" as const, value, ...span })),
      columnName.map((column) => ({ kind: "column" as const, name: column, ...span })),
      name.map((value) => ({ kind: "raw-text" as const, value, ...span })),
      fc.tuple(name, columnName).map(([table, column]) => ({
        kind: "table-column" as const,
        table,
        column,
        tableSpan: span,
        columnSpan: span,
        ...span,
      })),
      fc.constant({
        kind: "call" as const,
        name: "TODAY",
        nameSpan: span,
        arguments: [],
        legacy: true,
        ...span,
      }),
    ),
    postfix: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("leaf"),
      fc.tuple(tie("expression"), columnName, fc.boolean()).map(([target, column, dotted]) => ({
        kind: "dereference" as const,
        target,
        column,
        columnSpan: span,
        dotted,
        ...span,
      })),
    ),
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("postfix"),
      fc.tuple(name, fc.array(tie("expression"), { maxLength: 3 })).map(([called, values]) => ({
        kind: "call" as const,
        name: called,
        nameSpan: span,
        arguments: values,
        legacy: false,
        ...span,
      })),
      fc
        .array(tie("expression"), { minLength: 1, maxLength: 3 })
        .map((items) => ({ kind: "list" as const, items, ...span })),
      fc
        .tuple(fc.constantFrom("-" as const, "+" as const), tie("expression"))
        .map(([sign, operand]) => ({ kind: "signed" as const, sign, operand, ...span })),
      fc.array(tie("expression"), { minLength: 2, maxLength: 4 }).map((operands) => ({
        kind: "operation" as const,
        operands,
        operators: operands.slice(1).map(() => "^" as const),
        ...span,
      })),
      fc
        .tuple(
          fc.constantFrom(["=", "<>", "<", "<=", ">", ">="], ["&"], ["+", "-"], ["*", "/", "%"]),
          fc.array(tie("expression"), { minLength: 2, maxLength: 4 }),
          fc.nat(),
        )
        .map(([operators, operands, seed]) => ({
          kind: "operation" as const,
          operands,
          operators: operands.slice(1).map((_, index) => operators[(seed + index) % operators.length] as "="),
          ...span,
        })),
    ),
  }),
);

test("parsing what was printed gives the same tree", () => {
  fc.assert(
    fc.property(expression, (tree) => {
      const printed = print(tree);
      const { output, diagnostics } = parse(printed);
      expect(diagnostics, printed).toEqual([]);
      expect(shapeOf(output), printed).toEqual(shapeOf(tree));
    }),
    { numRuns: 2_000 },
  );
});
