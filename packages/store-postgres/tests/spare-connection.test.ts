/** A connection that is open before it is needed. */
import { Pool } from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { SpareConnection } from "../src/connection-pool.ts";
import { server } from "./temporary-schema.ts";

let pool: Pool;
afterEach(() => pool.end());

describe.skipIf(server === "")("a spare connection", () => {
  test.each([
    ["one call", { taken: 1, max: 5 }, { open: 2, idle: 1 }],
    ["several calls", { taken: 3, max: 5 }, { open: 4, idle: 1 }],
    ["as many calls as may be", { taken: 3, max: 3 }, { open: 3, idle: 0 }],
  ])("beside %s", async (_, { taken, max }, expected) => {
    pool = new Pool({ connectionString: server, max });
    const spare = new SpareConnection(pool);
    const clients = [];
    for (let call = 0; call < taken; call++) {
      clients.push(await pool.connect());
      spare.provide();
    }
    await expect.poll(() => ({ open: pool.totalCount, idle: pool.idleCount })).toEqual(expected);
    for (const client of clients) client.release();
  });

  test("that is refused leaves the calls as they are, and is tried again", async () => {
    const refusing = { on: false };
    pool = new Pool({
      connectionString: server,
      onConnect: async () => {
        if (refusing.on) throw new Error("too many clients");
      },
    });
    const spare = new SpareConnection(pool);
    const clients = [await pool.connect(), await pool.connect()];
    refusing.on = true;
    spare.provide();
    await expect.poll(() => pool.totalCount).toBe(2);
    refusing.on = false;
    await expect
      .poll(() => {
        spare.provide();
        return pool.idleCount;
      })
      .toBe(1);
    for (const client of clients) client.release();
  });
});
