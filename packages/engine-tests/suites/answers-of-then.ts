import type { BatchResult, Engine, Result } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { expect } from "vitest";

/**
 * What calls of the history come to when they are run again: the answers and why they are so, with the rights of their callers. By the
 * definition of now none of them differs, and those that are explained are answered as they were.
 */
export async function answersOfThen(
  make: MakeStore,
  engine: Engine,
  answered: readonly (Result | BatchResult)[],
): Promise<readonly unknown[]> {
  const copies: Awaited<ReturnType<MakeStore>>[] = [];
  const copy = async () => {
    const one = await make();
    copies.push(one);
    return one.store;
  };
  try {
    const told: unknown[] = [];
    for (const live of answered) {
      if (!live.ok || live.call === undefined) continue;
      const { output, diagnostics } = await engine.whyThen(live.call, { copy });
      if (output !== undefined) expect(rowsOf(output.result)).toEqual(rowsOf(live));
      told.push([output?.result.ok, output?.traces, diagnostics.map(({ code }) => code)]);
    }
    const { output: report } = await engine.backtest(engine.app, { since: 0, copy });
    expect(report?.differing).toBe(0);
    return [...told, report?.notRun];
  } finally {
    for (const one of copies) await one.dispose();
  }
}

/** Without the numbers of rows, which count those that are hidden. */
function rowsOf(result: Result | BatchResult): unknown {
  if (!result.ok) return result.diagnostics;
  const answers = "answers" in result ? result.answers : [result];
  const rows = answers.map((answer) => answer.rows);
  return JSON.parse(
    JSON.stringify(rows, (name, value: unknown) => (name === "_RowNumber" ? undefined : value)),
  );
}
