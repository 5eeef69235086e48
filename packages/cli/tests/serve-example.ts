/** Serves an example application from its CSV files, and calls it over HTTP. */
import { type ExampleName, exampleFiles } from "@tablewright/examples";
import { expect, vi } from "vitest";
import { begin } from "./capture.ts";

export type Row = Record<string, unknown>;

/** Only ends a start that hangs, also on a slow machine. */
export const START_LIMIT = 120_000;

/** In memory unless a store is given. Ready when it answers; `stop` ends it. */
export async function serveExample(example: ExampleName, ...options: readonly string[]) {
  const { definition, data } = exampleFiles(example);
  // A file is loaded by one call, whose time a busy machine may use up on others.
  const limit = ["--limit", `milliseconds=${START_LIMIT}`];
  const served = begin([
    "serve",
    definition,
    "--data",
    data,
    "--port",
    "0",
    "--no-deliver",
    ...limit,
    ...options,
  ]);
  const state = { hasEnded: false };
  served.done.then(() => {
    state.hasEnded = true;
  });
  await vi.waitUntil(() => state.hasEnded || served.out().includes("curl "), { timeout: START_LIMIT });
  if (state.hasEnded) throw new Error(`It did not start: ${(await served.done).err}`);
  const address = /served at (http\S+)/u.exec(served.out())?.[1] ?? "";
  const key = `V2-${example}-local-key`;

  async function call(table: string, body: unknown, accessKey = key) {
    const response = await fetch(`${address}/tables/${encodeURIComponent(table)}/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: accessKey, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, answer: (await response.json()) as Row & { Rows: Row[] } };
  }

  async function find(table: string, selector?: string): Promise<Row[]> {
    const properties = selector === undefined ? {} : { Selector: selector };
    const { status, answer } = await call(table, { Action: "Find", Properties: properties });
    expect(status, JSON.stringify(answer)).toBe(200);
    return answer.Rows;
  }

  async function stop() {
    served.stop();
    await served.done;
  }

  return { out: served.out, call, find, stop };
}
