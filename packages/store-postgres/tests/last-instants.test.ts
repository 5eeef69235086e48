/** Instants at the ends of the calendar, which programs write for "for ever". */
import { createEngine, loadDefinition } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("PostgreSQL", () => {
  test.each(["America/New_York", "UTC", "Asia/Tokyo"])(
    "keeps the first and the last second of the calendar in %s",
    async (zone) => {
      const { options, release } = temporarySchema();
      const place = `ends_${crypto.randomUUID().replaceAll("-", "")}`;
      await ask(
        `create schema ${place}; create table ${place}.offer (id integer primary key, until timestamptz)`,
      );
      const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: offers, name: Offers, timezone: ${zone}, locale: en-US }
tables:
  Offers:
    source: ${place}.offer
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Until: { type: DateTime, source: until }
`);
      if (definition === undefined) throw new Error("The definition is wrong.");
      const services = { now: () => Date.UTC(2026, 0, 5), random: () => 0, newId: () => "" };
      const engine = await createEngine({ definition, store: await postgresStore(options), services });
      try {
        const row = { Id: 1, Until: "9999-12-31T23:59:59" };
        expect(await engine.add("Offers", [row])).toMatchObject({ ok: true, rows: [row] });
        const first = { Id: 2, Until: "0001-01-01T00:00:00" };
        expect(await engine.add("Offers", [first])).toMatchObject({ ok: true, rows: [first] });
        const earliest = 'FILTER(Offers, [Until] < "01/01/1000")';
        expect(await engine.find("Offers", { selector: earliest })).toMatchObject({
          ok: true,
          rows: [first],
        });
        expect(await engine.edit("Offers", [{ ...first, Until: row.Until }])).toMatchObject({ ok: true });
        expect(await engine.edit("Offers", [first])).toMatchObject({ ok: true, rows: [first] });
        const selector = "FILTER(Offers, [Until] > NOW())";
        expect(await engine.find("Offers", { selector })).toMatchObject({ ok: true, rows: [row] });
      } finally {
        await engine.close();
        await ask(`drop schema ${place} cascade`);
        await release();
      }
    },
  );
});
