/** What the store sets on its sessions, read through a view of another program. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { hasPooler, type Pooler, startPooler } from "./pooler.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

const view = `sessions_${crypto.randomUUID().replaceAll("-", "")}`;

const DEFINITION = `
tablewright: 1
app: { id: sessions, name: Sessions }
tables:
  Settings:
    source: public.${view}
    updates: []
    key: [name]
    columns: { name: { type: Text }, value: { type: Text } }
`;

const READ = [{ name: "jit", value: "off" }];

describe.skipIf(server === "")(
  "sessions of a user who has JIT, as everybody has in PostgreSQL as it comes",
  () => {
    const user = { user: view, password: "for tests" };
    let pooler: Pooler | undefined;
    beforeAll(async () => {
      await ask(
        `create role ${view} login superuser password '${user.password}'; alter role ${view} set jit = on`,
      );
      await ask(
        `create view public.${view} as select name, setting as value from pg_settings where name = 'jit'`,
      );
      pooler = hasPooler() ? await startPooler(server, "transaction", user) : undefined;
    });
    afterAll(async () => {
      await pooler?.stop();
      await ask(`drop view public.${view}; reassign owned by ${view} to current_user; drop role ${view}`);
    });

    test("compile no statement", async () => {
      const { href } = Object.assign(new URL(server), { username: user.user, password: user.password });
      expect(await settingsIn({ connectionString: href })).toMatchObject(READ);
    });

    test.skipIf(!hasPooler())("compile none behind a pooler in transaction mode", async () => {
      expect(await settingsIn({ connectionString: pooler?.url ?? "", prepare: false })).toMatchObject(READ);
    });
  },
);

async function settingsIn(given: object): Promise<readonly object[]> {
  const { options, release } = temporarySchema();
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition has errors.");
  const engine = await createEngine({
    definition,
    store: await postgresStore({ ...options, ...given }),
    services: { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() },
  });
  const found = await engine.find("Settings");
  await engine.close();
  await release();
  if (!found.ok) throw new Error(JSON.stringify(found.diagnostics));
  return found.rows;
}
