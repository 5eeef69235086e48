/** Which conditions on instants MariaDB carries out, which need not know the clocks of time zones. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mysqlStore } from "../src/index.ts";
import { ask, server, temporaryDatabase } from "./temporary-database.ts";

const definition = (place: string) => `
tablewright: 1
app: { id: visits, name: Visits, timezone: Europe/Berlin, locale: en-US }
tables:
  Visits:
    source: ${place}.visit
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      At: { type: DateTime, source: at, instant: true }
`;

describe.skipIf(server === "")("conditions on instants", () => {
  const place = `visits_${crypto.randomUUID().replaceAll("-", "")}`;
  let engine: Engine;
  beforeAll(async () => {
    const { options, release } = await temporaryDatabase();
    await ask(`create database ${place}`);
    await ask(`create table ${place}.visit (id integer primary key, at timestamp)`);
    const { output } = loadDefinition(definition(place));
    if (output === undefined) throw new Error("The definition is wrong.");
    const services = { now: () => Date.UTC(2026, 0, 5), random: () => 0, newId: () => "" };
    engine = await createEngine({ definition: output, store: await mysqlStore(options), services });
    return async () => {
      await ask(`drop database ${place}`);
      await release();
    };
  });
  afterAll(() => engine.close());

  const CLOCKS = "the database does not know the clocks of time zones";

  test.each([
    ["[At] <= NOW()", "Europe/Berlin", undefined],
    ["NOW() > [At]", "America/New_York", undefined],
    ["ISBLANK([At])", "Europe/Berlin", CLOCKS],
    ['[At] = "7/1/2024 12:00:00"', "Europe/Berlin", undefined],
    ['[At] = "10/27/2024 02:30:00"', "Europe/Berlin", CLOCKS],
    ['[At] < "3/31/2024 02:30:00"', "Europe/Berlin", CLOCKS],
    ["DATE([At]) = TODAY()", "Europe/Berlin", CLOCKS],
    ["DATE([At]) = TODAY()", "UTC", undefined],
  ])("%s in %s", async (condition, Timezone, reason) => {
    const properties = { Selector: `FILTER(Visits, ${condition})`, Timezone };
    const { output, diagnostics } = await engine.explain({ action: "Find", table: "Visits", properties });
    expect(diagnostics).toEqual([]);
    expect(output?.conditions.map((one) => [one.pushed, one.reason])).toEqual([
      [reason === undefined, reason],
    ]);
  });
});
