import type { Engine } from "@tablewright/core";
import { conflictingStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type SeveralProcesses, withEngines } from "./several-processes.ts";

/** Calls of several processes whose rules look at the same rows. */
export function describeParallelCalls(processes: SeveralProcesses): void {
  describe("calls of several processes beside each other", () => {
    test("find no number twice that is one more than the highest", () =>
      withEngines(processes, DEFINITION, async (engines) => {
        const calls = Array.from({ length: 24 }, (_, at) =>
          engineAt(engines, at).add("Invoices", [{ Day: "2026-03-14" }]),
        );
        expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual(calls.map(() => true));
        const result = await engines[0].find("Invoices");
        const numbers = result.ok ? result.rows.map(({ Number: number }) => Number(number)) : [];
        expect(numbers.toSorted((one, other) => one - other)).toEqual(calls.map((_, at) => at + 1));
      }));

    test("cannot both leave when one has to stay", () =>
      withEngines(processes, DEFINITION, async ([one, other]) => {
        for (let round = 0; round < 5; round++) {
          await one.add("Guards", [
            { Guard: `a${round}`, Post: `${round}` },
            { Guard: `b${round}`, Post: `${round}` },
          ]);
          const left = await Promise.all([
            one.edit("Guards", [{ Guard: `a${round}`, Stays: "N" }]),
            other.edit("Guards", [{ Guard: `b${round}`, Stays: "N" }]),
          ]);
          expect(left.filter(({ ok }) => ok)).toHaveLength(1);
        }
      }));

    test("are answered alike where the work of each is run in vain before", () =>
      withEngines(
        processes,
        DEFINITION,
        async (engines) => {
          const bump = (at: number) => engineAt(engines, at).invoke("Bump", "Invoices", [{ Number: 1 }]);
          const calls = Array.from({ length: 6 }, (_, at) => bump(at));
          await engines[0].add("Invoices", [{ Number: 1 }]);
          await Promise.all(calls);
          const again = await Promise.all([1, 3, 5].map(bump));
          expect(again.every(({ ok }) => ok)).toBe(true);
        },
        (store) => conflictingStore(store, 1),
      ));
  });
}

function engineAt(engines: readonly Engine[], at: number): Engine {
  return engines[at % engines.length] as Engine;
}

const DEFINITION = `
tablewright: 1
app: { id: beside, name: Beside, owner: owner@example.com }
tables:
  Invoices:
    key: [Number]
    columns:
      Number: { type: Number, initialValue: 'MAX(Invoices[Number]) + 1' }
      Day: { type: Date }
      Bumps: { type: Number, initialValue: "0" }
  Guards:
    key: [Guard]
    columns:
      Guard: { type: Text }
      Post: { type: Text }
      Stays:
        type: Yes/No
        initialValue: "TRUE"
        validIf: 'OR([_THIS], COUNT(SELECT(Guards[Guard], AND([Post] = [_THISROW].[Post], [Stays], [Guard] <> [_THISROW].[Guard]))) > 0)'
actions:
  Bump: { table: Invoices, set: { Bumps: "[Bumps] + 1" } }
`;
