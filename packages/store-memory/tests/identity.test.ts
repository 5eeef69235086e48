/** What a store is told of the person that a call is for. */
import { createEngine, type EngineRequest, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { memoryStore } from "../src/index.ts";

const definition = loadDefinition(`
tablewright: 1
app: { id: notes, name: Notes, owner: owner@example.com, roles: { ann@example.com: Admin } }
tables:
  Notes:
    history: { keep: 30d }
    key: [id]
    columns: { id: { type: Number } }
`).output;

test("reads and writes say who calls, and no setting that a signed-in person gives of themselves", async () => {
  const told: unknown[] = [];
  const store = memoryStore();
  const note = (identity?: ReadonlyMap<string, string>) =>
    told.push(identity && Object.fromEntries(identity));
  const telling: Store = {
    ...store,
    read: (work, use) => {
      note(use?.identity);
      return store.read(work, use);
    },
    write: (work, use) => {
      note(use?.identity);
      return store.write(work, use);
    },
  };
  const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };
  const engine = await createEngine({ definition: definition ?? expect.fail(), store: telling, services });
  const toldOf = async (caller: EngineRequest["caller"], properties = {}) => {
    const request = { table: "Notes", caller, properties };
    const all = [];
    for (const call of [
      () =>
        engine.execute({
          ...request,
          action: "Add",
          rows: [{ id: all.length }],
          properties: { ...properties, DryRun: true },
        }),
      () => engine.execute({ ...request, action: "Find" }),
      () =>
        engine.execute({
          ...request,
          action: "Find",
          properties: { ...properties, AsOf: "2026-01-05T00:00:00Z" },
        }),
      () => engine.changes({ ...request, limit: 1 }),
      () => engine.history({ ...request, key: "1" }),
    ]) {
      told.length = 0;
      await call();
      all.push(...told);
    }
    return all;
  };
  const UserSettings = { Team: "own", Other: "o" };
  for (const told of await toldOf(
    { email: "bob@example.com", settings: { Team: "red", Empty: null } },
    { UserSettings },
  ))
    expect(told).toEqual({ email: "bob@example.com", role: "User", "settings.Team": "red" });
  for (const told of await toldOf(undefined, { RunAsUserEmail: "ann@example.com", UserSettings }))
    expect(told).toEqual({
      ...{ email: "ann@example.com", role: "Admin" },
      ...{ "settings.Team": "own", "settings.Other": "o" },
    });
  expect(await toldOf("owner")).toEqual(Array(5).fill({ email: "owner@example.com", role: "User" }));
  await engine.close();
});
