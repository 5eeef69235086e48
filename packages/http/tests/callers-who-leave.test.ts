/** A caller who has gone is not worked for any longer: what only reads ends at its next pause, what writes is carried out. */
import { setImmediate as nextRound } from "node:timers/promises";
import type { EngineRequest } from "@tablewright/core";
import { afterEach, expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";
import { openConnection } from "./raw-connection.ts";

let server: ReturnType<typeof createServer>;
afterEach(() => server.close());

/** After which a call that is carried out would have been told. */
const ROUNDS = 500;

/** Asks on a connection and leaves it once the call has begun; answers how the work on it went on, and the reported errors. */
async function leaveDuring(action: string) {
  const errors: unknown[] = [];
  const engine = fakeEngine();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const work = async ({ turn, signal }: Pick<EngineRequest, "turn" | "signal">) => {
    begun.resolve();
    try {
      for (let round = 0; round < ROUNDS || READS.includes(action); round++) {
        await turn?.pause();
        signal?.throwIfAborted();
        await nextRound();
      }
      ended.resolve("carried out");
    } catch (thrown) {
      ended.resolve("ended");
      throw thrown;
    }
  };
  engine.answer = async (request) => {
    await work(request);
    return { ok: true, rows: [], warnings: [] };
  };
  engine.history = async (request) => {
    await work(request);
    return { output: { versions: [] }, diagnostics: [] };
  };
  engine.changes = async (request) => {
    await work(request);
    return { output: { changes: [], cursor: "", more: false }, diagnostics: [] };
  };
  server = createServer({
    engines: [engine],
    limits: { callsPerKey: 1 },
    reportError: (error) => errors.push(error),
  });
  const { port } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
  const ask = (method: string, path: string, body: string) => {
    const connection = openConnection(Number(port));
    connection.socket.write(
      `${method} /api/v2/apps/${appId}/${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    return connection;
  };
  const asked = JSON.stringify({ Action: action, Rows: action === "Find" ? [] : [{ Order: "a" }] });
  const { socket } = action.includes("?")
    ? ask("GET", action, "")
    : ask("POST", "tables/Orders/Action", asked);
  await begun.promise;
  socket.destroy();
  const end = await ended.promise;
  engine.answer = () => ({ ok: true, rows: [], warnings: [] });
  const next = ask("POST", "tables/Orders/Action", '{"Action":"Find"}');
  await expect.poll(next.text).toContain("200 OK");
  next.socket.destroy();
  return { end, errors };
}

const READS = ["Find", "find", "tables/Orders/history?key=a", "changes?limit=1"];

test.each<[action: string, end: string]>([
  ...READS.map((action): [string, string] => [action, "ended"]),
  ["Add", "carried out"],
  ["Delete", "carried out"],
])("%s is %s, and its place is free for the next call of its key", async (action, end) => {
  expect(await leaveDuring(action)).toEqual({ end, errors: [] });
});
