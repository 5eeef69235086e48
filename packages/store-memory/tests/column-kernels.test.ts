/** The column kernels beside the evaluator: the cases of the language, random conditions, and decimals as on paper. */
import { check, evaluateRow, makeFrame, rewrite, runToEnd } from "@tablewright/core/compiler";
import { type CheckedExpression, EvaluationError } from "@tablewright/core/storage";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryExpression } from "../../core/conformance/arbitrary-expression.ts";
import { exemptions, readCases, situationOf } from "../../core/conformance/conformance-case.ts";
import { decimalCases, decimalFormulas } from "../../core/conformance/decimal-cases.ts";
import { expectSame } from "../../core/conformance/expect-same.ts";
import { itemsCall, itemsRows, itemsScope } from "../../core/conformance/items-table.ts";
import { bindContext, readScope } from "../../core/conformance/read-context.ts";
import { ColumnRun } from "../src/columns/column-run.ts";
import { ColumnTable } from "../src/columns/column-table.ts";
import { compileComputation } from "../src/columns/compile-computation.ts";
import { selectWhereAll } from "../src/columns/select-where-all.ts";

test("a condition of a case has the value that the case expects", () => {
  let served = 0;
  for (const one of readCases()) {
    if (one.error !== undefined || one.id in exemptions || typeof one.expect !== "boolean") continue;
    const { scope, context } = situationOf(one);
    const read = readScope(scope);
    const { output } = check(one.expr, read);
    if (output === undefined || output.type.kind !== "Yes/No" || context.before !== undefined) continue;
    const { row, request } = bindContext(read, context);
    if (row.length === 0) continue;
    const selected = runToEnd(selectWhereAll([output], request)(new ColumnTable([row])));
    expect(selected.length === 1, one.id).toBe(one.expect);
    served += 1;
  }
  expect(served).toBeGreaterThan(80);
});

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=1000000 npm test -- column-kernels`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const numRuns = Number(asked ?? 250);
const seed = asked === undefined ? 20_261_121 : Math.floor(Math.random() * 1e9);
if (asked !== undefined) process.stdout.write(`seed ${seed}\n`);
const scopes = (["consistent", "legacy"] as const).map((blanks) => readScope({ ...itemsScope, blanks }));

test("random conditions select the rows that the evaluator selects", { timeout: 3_600_000 }, () => {
  const property = fc.property(
    arbitraryExpression(["Yes/No"]),
    itemsRows(),
    fc.constantFrom(...scopes),
    (source, cells, scope) => {
      const { output } = check(source, scope);
      if (output === undefined) return;
      const { request } = bindContext(scope, { tables: { Items: cells }, ...itemsCall });
      const { rows } = request.rowsOf("Items");
      const selected = outcome(() => [...runToEnd(selectWhereAll([output], request)(new ColumnTable(rows)))]);
      const expected = outcome(() =>
        rows.flatMap((row, at) => (evaluateRow(output, row, request) === true ? [at] : [])),
      );
      // How much is spent until a limit differs.
      if (![selected, expected].some((one) => String(one).startsWith("limit/")))
        expectSame(selected, expected);
    },
  );
  fc.assert(property, { numRuns, seed });
});

function outcome(run: () => readonly number[]): readonly number[] | string {
  try {
    return run();
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return thrown.code;
  }
}

const decimals = decimalCases(1_500, 20_261_122);
const decimalScope = readScope({
  table: "Rows",
  tables: { Rows: { key: "A", columns: { A: "Price", B: "Price", C: "Decimal", P: "Percent" } } },
});

test.each(Object.entries(decimalFormulas).filter(([name]) => name !== "Settled"))(
  "%s is what is computed on paper",
  (name, { source }) => {
    const { output } = check(source, decimalScope);
    const rows = decimals.map(({ A, B, C, P }) => [A, B, C, P]);
    const { request } = bindContext(decimalScope, { tables: { Rows: [] } });
    const run = new ColumnRun(new ColumnTable(rows), makeFrame([], request));
    const out = run.takeNumbers();
    const positions = Int32Array.from(rows.keys());
    compileComputation(rewrite(output as CheckedExpression).root, 0)(positions, rows.length, out, run);
    for (const [at, one] of decimals.entries())
      expect(out[at], `${source} of ${JSON.stringify(one)}`).toBe(one.answers[name] ?? Number.NaN);
  },
);
