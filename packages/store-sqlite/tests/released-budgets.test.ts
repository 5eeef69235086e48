/** What a request has loaded does not stay in memory after it because a connection still knows its budget. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

test.each([
  ["is done", 1_000],
  ["was stopped", 0],
])("a connection knows no budget of a statement that %s", async (_, heldFor) => {
  const program = new URL("count-budgets.ts", import.meta.url);
  const worker = new Worker(program, { workerData: heldFor, execArgv: ["--conditions=source"] });
  const [[left]] = await Promise.all([once(worker, "message"), once(worker, "exit")]);
  expect(left).toBe(0);
});
