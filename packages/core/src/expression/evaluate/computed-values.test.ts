import { expect, test } from "vitest";
import { type AppDefinition, loadDefinition, type TableDefinition } from "../../schema/index.ts";
import { type CheckedExpression, check, evaluateRow, Meter, type RequestContext } from "../parts.ts";
import { useCounts } from "../tree/walk.ts";
import { ComputedValues } from "./computed-values.ts";
import { evaluateReference } from "./evaluate-reference.ts";

const LENGTH = 60;

const columns = Array.from({ length: LENGTH - 1 }, (_, at) => at + 2).map(
  (at) =>
    `      V${at}: { type: Number, virtual: true, formula: "[V${at - 1}] + [V${at - 1}] - [V${at - 1}]" }`,
);

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: chain, name: Chain }
tables:
  Rows:
    key: [Id]
    columns:
      Id: { type: Number }
      V1: { type: Number, virtual: true, formula: "[Id] * 10" }
${columns.join("\n")}
`) as { output: AppDefinition };

const table = app.tables.get("Rows") as TableDefinition;
const ROWS = [1, 2, 3].map((id) => [id, id]);

function checked(source: string): CheckedExpression {
  const { output, diagnostics } = check(source, { ...app.scope, row: table.scope });
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  return output;
}

const contextWith = (meter: Meter) => ({ meter, locale: "en-US" }) as RequestContext;

test("each computed column of a chain is computed once for a row, and charged", () => {
  const meter = new Meter();
  const value = evaluateRow(checked(`[V${LENGTH}] + [V${LENGTH}]`), ROWS[2] ?? [], contextWith(meter));
  expect([value, meter.spent]).toEqual([60, LENGTH]);
});

test("one that is read once is charged alike, and nothing is kept for it", () => {
  const meter = new Meter();
  const plain = checked("[V1] + 1");
  expect(evaluateRow(plain, ROWS[0] ?? [], contextWith(meter))).toBe(11);
  expect([meter.spent, ComputedValues.for(plain)]).toEqual([1, undefined]);
});

test("the columns of a row share what they compute", () => {
  const formulas = table.columns.flatMap(({ formula }) => formula ?? []);
  const meter = new Meter();
  const computed = ComputedValues.inList(formulas);
  const values = formulas.map((formula) =>
    evaluateRow(formula, ROWS[1] ?? [], contextWith(meter), undefined, computed),
  );
  expect(values).toEqual(Array(LENGTH).fill(20));
  expect(meter.spent).toBeLessThan(LENGTH);
});

test("the reference gives the same", () => {
  const condition = checked(`AND([V${LENGTH}] > 10, [V${LENGTH}] < 30)`);
  const context = contextWith(new Meter());
  const kept = ROWS.map((row) => evaluateReference(condition, row, context));
  expect(kept).toEqual([false, true, false]);
  expect(ROWS.map((row) => evaluateRow(condition, row, context))).toEqual(kept);
  expect(context.meter.spent).toBeLessThan(2_000);
});

test("as many readings are found as places read a column", () => {
  const readings = useCounts([checked(`[V${LENGTH}]`)]);
  expect(readings.size).toBe(LENGTH);
  expect([...readings.values()].sort()).toEqual([1, ...Array(LENGTH - 1).fill(3)]);
});
