/**
 * A program that takes batches from step to step through the engine, several at a time, and says of each call that it was
 * answered, until it is killed. Its arguments are the address of a store and the number of its first batch.
 */
import { writeSync } from "node:fs";
import type { EngineRequest } from "@tablewright/core";
import { openStore } from "../../src/stores/open-store.ts";
import { CLERK, openEngine } from "./application.ts";
import { finalStepOf, linesOf, nextStep, ordersOf, type Step } from "./batch.ts";
import { WRITERS } from "./writers.ts";

const [address = "", first = "0"] = process.argv.slice(2);
const engine = await openEngine(await openStore(address));
let next = Number(first);
await Promise.all(Array.from({ length: WRITERS }, writeBatches));

async function writeBatches(): Promise<void> {
  for (;;) {
    const batch = next++;
    for (let step: Step = 0; step < finalStepOf(batch); ) {
      const next = nextStep(batch, step);
      const calls = Array.from({ length: next - step }, (_, at) => callFor(batch, step + at + 1));
      const [first] = calls;
      const result =
        calls.length === 1 && first !== undefined
          ? await engine.execute({ ...first, ...CLERK })
          : await engine.batch({ calls, ...CLERK });
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
      writeSync(1, `${batch} ${next}\n`);
      if (step === 0) {
        await refusedTwice(batch);
        await refusedByRole(batch);
      }
      step = next;
    }
  }
}

/** The call that takes a batch to a step. */
function callFor(batch: number, step: Step): EngineRequest {
  const orders = ordersOf(batch);
  const lines = orders.flatMap((Order) => linesOf(Order).map((Line) => ({ Order, Line })));
  switch (step) {
    case 1:
      return { action: "Add", table: "Orders", rows: orders.map((Order) => ({ Order, State: "open" })) };
    case 2:
      return { action: "Add", table: "Lines", rows: lines };
    case 3:
      return { action: "Edit", table: "Lines", rows: lines.map((line) => ({ ...line, Count: 1 })) };
    case 4:
      return { action: "Raise", table: "Lines", rows: lines };
    case 5:
      return { action: "Edit", table: "Orders", rows: orders.map((Order) => ({ Order, State: "edited" })) };
    case 6:
      return { action: "Close", table: "Orders", rows: orders.map((Order) => ({ Order })) };
    default:
      return { action: "Delete", table: "Orders", rows: orders.map((Order) => ({ Order })) };
  }
}

/** A call that is refused at its last row shares a transaction with calls that are not. */
async function refusedTwice(batch: number): Promise<void> {
  const rows = [...ordersOf(batch).map((order) => `${order}.again`), `${batch}.0`];
  const result = await engine.execute({
    action: "Add",
    table: "Orders",
    rows: rows.map((Order) => ({ Order })),
  });
  if (result.ok) throw new Error(`Batch ${batch} was added twice.`);
}

/** A batch that is refused at its last cell, which the clerk may not write, leaves nothing of its others. */
async function refusedByRole(batch: number): Promise<void> {
  const orders = ordersOf(batch);
  const calls = [
    { action: "Add", table: "Lines", rows: orders.map((Order) => ({ Order, Line: 9 })) },
    {
      action: "Edit",
      table: "Orders",
      rows: orders.map((Order) => ({ Order, State: "refused", Checked: "yes" })),
    },
  ];
  const result = await engine.batch({ calls, ...CLERK });
  if (result.ok) throw new Error(`A clerk has checked the batch ${batch}.`);
}
