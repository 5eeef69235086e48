import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readScope } from "../../../conformance/read-context.ts";
import { check } from "../../expression/check/check.ts";
import { evaluateReference } from "../../expression/evaluate/evaluate-reference.ts";
import { type CheckedExpression, Meter, type RequestContext, scalar } from "../../expression/parts.ts";
import type { Value } from "../../values/index.ts";
import { boxesOf, readBoxes, type ValueBox } from "./boxes.ts";
import { plainTree } from "./plain-tree.ts";
import { includesValue } from "./value-set.ts";
import { Variables } from "./variables.ts";

const columns = {
  Count: "Number",
  Total: "Decimal",
  Due: "Date",
  At: "Time",
  Sent: "DateTime",
  Took: "Duration",
  Tier: "Text",
  Open: "Yes/No",
};
const scopes = {
  consistent: readScope({ columns }),
  legacy: readScope({ columns, blanks: "legacy" }),
};

/** Values on both sides of every constant that the expressions below name, and blank. */
const domains: readonly (readonly Value[])[] = [
  [null, -1, 0, 4, 5, 6, 9, 10, 11],
  [null, -1, 0, 4.99, 5, 5.01, 5.00000000000001, 7, 1e9],
  [null, 20_453, 20_454, 20_455],
  [null, 0, 28_799, 28_800, 28_801],
  [null, 20_454 * 86_400, 20_454 * 86_400 + 1, 20_453 * 86_400],
  [null, 0, 3_599, 3_600, 3_601],
  [null, "gold", "GOLD", "silver", "none", "zinc"],
  [null, true, false],
];
const day = '"2026-01-01"';
const constants = ["5", "5.0", day, '"08:00:00"', '"2026-01-01 00:00:00"', '"001:00:00"', '"gold"', "TRUE"];
const context = { meter: new Meter(), locale: "en-US" } as unknown as RequestContext;

function checked(source: string, blanks: "consistent" | "legacy" = "consistent"): CheckedExpression {
  const { output, diagnostics } = check(source, scopes[blanks], scalar("Yes/No"));
  if (output === undefined) throw new Error(`${source}: ${JSON.stringify(diagnostics)}`);
  return output;
}

/** Compares the boxes of a condition, and those of its opposite, with the reference evaluator for every value of one column. */
function expectSameOnColumn(expression: CheckedExpression, column: number): void {
  const variables = new Variables();
  const root = plainTree(expression);
  const boxes = [true, false].map((isTrue) => readBoxes(root, variables, isTrue));
  expect(variables.all.length, expression.source).toBeLessThanOrEqual(1);
  for (const value of domains[column] ?? []) {
    const row = domains.map((_, index) => (index === column ? value : null));
    const isTrue = evaluateReference(expression, row, context) === true;
    for (const [index, some] of boxes.entries()) {
      const isMet = some.some((box) => holds(box, [value], variables));
      expect(isMet, `${expression.source} for ${value}, ${index === 0 ? "TRUE" : "not"}`).toBe(
        (index === 0) === isTrue,
      );
    }
  }
}

function holds(box: ValueBox, values: readonly Value[], { all }: Variables): boolean {
  return [...box].every(([variable, set]) =>
    includesValue(set, values[variable] ?? null, all[variable]?.family ?? "text"),
  );
}

const operators = ["=", "<>", "<", "<=", ">", ">="];
const names = Object.keys(columns);

describe.each(["consistent", "legacy"] as const)("the boxes of a comparison, blanks %s", (blanks) => {
  test.each(names)("of [%s] are where the reference evaluator finds it TRUE", (name) => {
    const column = names.indexOf(name);
    const values = [constants[column] as string, '""'];
    const isOrdered = name !== "Tier" && name !== "Open";
    for (const constant of values)
      for (const operator of operators) {
        if (!isOrdered && operator.length > 0 && !["=", "<>"].includes(operator)) continue;
        for (const source of [`[${name}] ${operator} ${constant}`, `${constant} ${operator} [${name}]`])
          for (const whole of [source, `NOT(${source})`]) expectSameOnColumn(checked(whole, blanks), column);
      }
  });

  test.each(names)("of functions on [%s] too", (name) => {
    const column = names.indexOf(name);
    const constant = constants[column] as string;
    const sources = [
      `ISBLANK([${name}])`,
      `ISNOTBLANK([${name}])`,
      `IN([${name}], LIST(${constant}, ${constant}))`,
      `NOT(IN([${name}], LIST(${constant})))`,
      `IF([${name}] = ${constant}, FALSE, ISNOTBLANK([${name}]))`,
      `IFS(ISBLANK([${name}]), TRUE, [${name}] <> ${constant}, FALSE, TRUE, [${name}] = ${constant})`,
      `SWITCH([${name}], ${constant}, TRUE, FALSE)`,
      `SWITCH([${name}], ${constant}, "a", "b") = "B"`,
      `OR(ISBLANK([${name}]), [${name}] = ${constant})`,
      `AND([${name}] <> ${constant}, ISNOTBLANK([${name}]))`,
    ];
    for (const source of sources) expectSameOnColumn(checked(source, blanks), column);
  });
});

test("a Yes/No column is a condition by itself", () => {
  for (const source of [
    "[Open]",
    "NOT([Open])",
    "AND([Open], [Open] = TRUE)",
    "[Open] = FALSE",
    "NOT([Open] <> FALSE)",
  ])
    expectSameOnColumn(checked(source), 7);
});

test("texts are equal whatever their case", () => {
  for (const source of ['[Tier] = "GOLD"', 'IN([Tier], LIST("Gold", "SILVER"))', '[Tier] <> "gOLD"'])
    expectSameOnColumn(checked(source), 6);
});

/** More: `TABLEWRIGHT_EXPRESSIONS=100000 npm test -- analysis/boxes`. */
const runs = Number(process.env.TABLEWRIGHT_EXPRESSIONS ?? 300);

test("conditions of several columns are TRUE in their boxes and nowhere else", () => {
  const comparison = fc
    .tuple(fc.nat(7), fc.constantFrom(...operators), fc.boolean())
    .map(([column, operator, blank]) => {
      const isOrdered = column < 6;
      const own = isOrdered || ["=", "<>"].includes(operator) ? operator : "=";
      return `[${names[column]}] ${own} ${blank ? '""' : constants[column]}`;
    });
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      comparison,
      fc
        .tuple(fc.constantFrom("AND", "OR"), fc.array(tie("condition"), { minLength: 1, maxLength: 3 }))
        .map(([name, parts]) => `${name}(${parts.join(", ")})`),
      tie("condition").map((part) => `NOT(${part})`),
      fc
        .tuple(tie("condition"), tie("condition"), tie("condition"))
        .map((parts) => `IF(${parts.join(", ")})`),
    ),
  }));
  const rows = fc.tuple(...domains.map((domain) => fc.constantFrom(...domain)));
  fc.assert(
    fc.property(condition, fc.array(rows, { minLength: 5, maxLength: 5 }), (source, some) => {
      const expression = checked(source);
      const variables = new Variables();
      const root = plainTree(expression);
      const [boxes, others] = [boxesOf(expression, variables), readBoxes(root, variables, false)];
      if (variables.all.some(({ isFact }) => !isFact)) return;
      for (const row of some) {
        const values = variables.all.map(({ node }) =>
          node.op === "column" ? (row[node.index] ?? null) : null,
        );
        const isTrue = evaluateReference(expression, row, context) === true;
        expect(
          boxes.some((box) => holds(box, values, variables)),
          source,
        ).toBe(isTrue);
        expect(
          others.some((box) => holds(box, values, variables)),
          `NOT ${source}`,
        ).toBe(!isTrue);
      }
    }),
    { numRuns: runs },
  );
});
