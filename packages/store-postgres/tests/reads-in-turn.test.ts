/** Large answers on several connections do not hold up the process: in one round of the event loop little of them is read. */
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Pulse } from "@tablewright/store-sql";
import { expect, test } from "vitest";
import { ConnectionPool } from "../src/connection-pool.ts";
import { server } from "./temporary-schema.ts";

test.skipIf(server === "")("of large answers one after the other is read", async () => {
  const pulse = new Pulse(
    async () => {},
    () => new Error("The database is away."),
  );
  const terms = { place: "The database", pulse, begin: undefined };
  const pool = new ConnectionPool({ connectionString: server, max: CONNECTIONS }, terms);
  const taken = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.take()));
  const bytesRead = () => taken.reduce((sum, one) => sum + socketOf(one).bytesRead, 0);
  let isRead = false;
  const answers = Promise.all(
    taken.map(({ send }) =>
      send({ text: "select repeat('x', 1000) from generate_series(1, 3000)", rowMode: "array" }),
    ),
  ).finally(() => {
    isRead = true;
  });
  const rounds: number[] = [];
  while (!isRead) {
    Atomics.wait(nothing, 0, 0, 5); // the server sends what it can
    const before = bytesRead();
    await setImmediate();
    rounds.push(bytesRead() - before);
  }
  for (const { rows } of await answers) expect(rows).toHaveLength(3000);
  for (const { release } of taken) release(false);
  await pool.end();
  pulse.close();
  // Before it waits, each reads a piece more than in its turn.
  expect(Math.max(...rounds)).toBeLessThanOrEqual(CONNECTIONS * 2 * PIECE);
});

const CONNECTIONS = 6;
const PIECE = 65_536;
const nothing = new Int32Array(new SharedArrayBuffer(4));

function socketOf({ client }: Awaited<ReturnType<ConnectionPool["take"]>>): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}
