import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { pausingEngine } from "./pausing-engine.ts";
import { CHANGE_CASES } from "./table/change-cases.ts";
import type { EngineCase, Expected, Step } from "./table/engine-case.ts";
import { FIND_CASES } from "./table/find-cases.ts";
import { FILL, HARBOUR } from "./table/harbour.ts";
import { PROPERTY_CASES } from "./table/property-cases.ts";
import { ACTION_STEPS, ADD_STEPS, DELETE_STEPS, EDIT_STEPS } from "./table/step-cases.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const TABLE: readonly (readonly [heading: string, cases: readonly EngineCase[]])[] = [
  ["the steps of Add", ADD_STEPS],
  ["the steps of Edit", EDIT_STEPS],
  ["the steps of an invoked action", ACTION_STEPS],
  ["the steps of Delete", DELETE_STEPS],
  ["every change", CHANGE_CASES],
  ["Find", FIND_CASES],
  ["Properties", PROPERTY_CASES],
];

/** The design of the engine from top to bottom, a line a case; what needs more room has a suite of its own beside this one. */
export function describeEngineTable(make: MakeStore, effort: number): void {
  const show = (_: string, steps: readonly Step[]) =>
    withWorkshop(make, async (workshop) => take(workshop, [...FILL, ...steps]), undefined, HARBOUR);
  const listed = (cases: readonly EngineCase[]) => cases.map(([says, ...steps]) => [says, steps] as const);

  describe.each(TABLE)("%s", (_, cases) => {
    test.each(listed(cases))("%s", show);
  });

  test("the answers are the same where every call pauses wherever it can", async () => {
    let pauses = 0;
    const all = TABLE.flatMap(([, cases]) => cases);
    for (const [, ...steps] of all.filter((_, at) => at % Math.ceil(1 / effort) === 0)) {
      await withWorkshop(
        make,
        async (workshop) => {
          const engine = pausingEngine(workshop.engine);
          await take({ ...workshop, engine }, [...FILL, ...steps]);
          pauses += engine.pauses;
        },
        undefined,
        HARBOUR,
      );
    }
    expect(pauses).toBeGreaterThan(1_000 * Math.min(1, effort));
  });
}

async function take({ engine }: Workshop, steps: readonly Step[]): Promise<void> {
  for (const [request, expected] of steps) {
    const result = await engine.execute(request);
    const label = JSON.stringify(request);
    if (expected === undefined) expect(result, label).toMatchObject({ ok: true });
    else if (result.ok) expectRows(result, expected, label);
    else expectErrors(result.diagnostics, expected, label);
  }
}

type Result = Awaited<ReturnType<Workshop["engine"]["execute"]>>;

function expectRows(result: Extract<Result, { ok: true }>, expected: Expected, asked: string): void {
  if ("rows" in expected) expect(result.rows, asked).toMatchObject(expected.rows);
  else if ("columns" in expected) expect(result.rows.map(Object.keys), asked).toEqual([expected.columns]);
  else expect.fail(`${asked} is accepted: ${JSON.stringify(result.rows)}`);
  if ("warnings" in expected) expect(told(result.warnings), asked).toEqual(expected.warnings);
}

function expectErrors(
  diagnostics: Extract<Result, { ok: false }>["diagnostics"],
  expected: Expected,
  asked: string,
): void {
  const messages = diagnostics.map(({ message, hint }) => [message, hint].filter(Boolean).join(" "));
  if ("messages" in expected) expect(messages, asked).toEqual(expected.messages);
  else if ("errors" in expected)
    expect(placed(diagnostics).sort(), asked).toEqual(expected.errors.toSorted());
  else expect.fail(`${asked} is refused: ${messages.join(" ")}`);
}

function placed(diagnostics: Extract<Result, { ok: false }>["diagnostics"]): string[] {
  return diagnostics.map(({ row, column, code }) => [row, column, code].filter(Boolean).join(" "));
}

function told(warnings: Extract<Result, { ok: true }>["warnings"]): string[] {
  return warnings.map(({ column, code }) => [column, code].filter(Boolean).join(" "));
}
