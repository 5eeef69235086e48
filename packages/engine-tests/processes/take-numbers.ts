import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";

/** An engine whose table `Receipts` numbers its rows. */
export function receiptsOver(store: Store): Promise<Engine> {
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition does not load.");
  const services = { now: () => Date.now(), random: Math.random, newId: () => crypto.randomUUID() };
  return createEngine({ definition, store, services });
}

/** Adds receipts, two a call and two calls at a time, and answers their numbers. */
export async function takeNumbers(engine: Engine, calls: number): Promise<readonly number[]> {
  const numbers: number[] = [];
  const caller = async () => {
    for (let call = 0; call < calls / 2; call++) {
      const result = await engine.add("Receipts", [{}, {}]);
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
      for (const { Receipt } of result.rows) numbers.push(Number(Receipt));
    }
  };
  await Promise.all([caller(), caller()]);
  return numbers;
}

const DEFINITION = `
tablewright: 1
app: { id: receipts, name: Receipts, owner: owner@example.com }
tables:
  Receipts:
    key: [Receipt]
    columns: { Receipt: { type: Number, autoNumber: true } }
`;
