import type { Effect } from "@tablewright/core";
import { readOutbox } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: order, name: Order, owner: owner@example.com, timezone: UTC }
tables: { T: { key: [K], columns: { K: { type: Text }, N: { type: Number } } } }
rules:
  Tell: { table: T, on: [add, edit], steps: [{ webhook: { url: "https://example.com/<<[N]>>", inOrder: row } }] }
  Mail: { table: T, on: [edit], condition: '[K] = "c"', steps: [{ email: { to: a@b.example, subject: s, body: b, inOrder: row } }] }
`;

/** Which events wait for earlier ones of their rows, as a store has it. */
export function describeEventOrder(make: MakeStore): void {
  describe("events in order", () => {
    test("wait for those of their row and receiver until these are done with", () => {
      let store: Store | undefined;
      const keep = (made: Store) => {
        store = made;
        return made;
      };
      return withWorkshop(
        make,
        async ({ engine, rows: accept }) => {
          await accept({ action: "Add", table: "T", rows: [{ K: "a" }, { K: "b" }, { K: "c" }] });
          for (const N of [1, 2])
            await accept({
              action: "Edit",
              table: "T",
              rows: [
                { K: "a", N },
                { K: "c", N },
              ],
            });
          await accept({
            action: "Edit",
            table: "T",
            rows: [{ K: "b", N: 3 }],
            properties: { DryRun: true },
          });
          const { eventOrder: order } = engine;
          if (store === undefined || order === undefined) return expect.fail("There is no order.");
          const listed = await store.read((transaction) => readOutbox(transaction, { limit: 99 }));
          const events = listed.toReversed().map(({ id, payload }) => {
            const { kind, key, lane = 0, ...effect } = JSON.parse(payload) as Effect;
            const target = "url" in effect ? effect.url.slice(-1) : kind;
            return { id, lane, name: `${key} ${target}` };
          });
          const nameOf = new Map(events.map(({ id, name }) => [id, name]));
          const waiting = async () => {
            const ids = await store?.read((transaction) => order.waiting(transaction, events));
            return [...(ids ?? [])].map((id) => nameOf.get(id)).sort();
          };
          const leave = async (...names: readonly string[]) => {
            const left = events.filter(({ name }) => names.includes(name));
            const next = await store?.write((transaction) => order.leave(transaction, left));
            return (next ?? []).map((id) => nameOf.get(id));
          };
          expect(await waiting()).toEqual(["a 1", "a 2", "c 1", "c 2", "c email"]);
          expect(await leave("a /")).toEqual(["a 1"]);
          expect(await leave("c /", "c 1")).toEqual(["c 2"]);
          expect(await waiting()).toEqual(["a 2", "c email"]);
          expect(await leave("a 2")).toEqual(["a 1"]);
          expect(await leave("a 1", "b /")).toEqual([]);
          expect(await waiting()).toEqual(["c email"]);
        },
        keep,
        DEFINITION,
      );
    });
  });
}
