import { createEngine, type EngineRequest, type LogEntry, loadDefinition } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { conflictingStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { depotWith } from "./depot.ts";
import { source } from "./loading.ts";

/** The work of a call is run again where a store has it so: the answer and what is stored are those of one run. */
export function describeRepeats(make: MakeStore): void {
  describe("calls that are run again", () => {
    test.each([1, 3])("give the same answer and leave the same after %i runs in vain", async (conflicts) => {
      const plain = await carryOut(make, 0);
      expect(plain.answers.flatMap((one) => (one.ok ? [] : one.diagnostics.map(({ code }) => code)))).toEqual(
        REFUSALS,
      );
      expect(plain.logged).not.toEqual([]);
      expect(await carryOut(make, conflicts)).toEqual(plain);
    });
  });
}

/** What came of all requests on a store that lets every write run in vain so many times. */
async function carryOut(make: MakeStore, conflicts: number) {
  const { output: definition } = loadDefinition(depotWith(RULES));
  if (definition === undefined) throw new Error("The definition does not load.");
  const logged: LogEntry[] = [];
  let drawn = 0;
  const services = {
    now: () => Date.UTC(2026, 2, 14),
    random: () => ((++drawn * 48_271) % 65_537) / 65_537,
    newId: () => `id-${++drawn}`,
    log: (entry: LogEntry) => logged.push(entry),
  };
  const { store, dispose } = await make("repeats");
  try {
    const limits = { events: 3, fuel: 20_000 };
    const engine = await createEngine({
      definition,
      store: conflictingStore(store, conflicts),
      services,
      limits,
    });
    const answers = [];
    for (const request of [...ACCEPTED, ...REFUSED]) answers.push(await engine.execute(request));
    for (const allOrNothing of [false, true]) {
      const lines = source(
        "Journal",
        ["Of", "Is"],
        [
          ["l", "Open"],
          ["m", "Sent"],
        ],
      );
      answers.push(await engine.load([lines], { allOrNothing, partSize: 1 }));
    }
    const tables = [];
    for (const table of ["Orders", "Lines", "Journal"]) tables.push(await engine.find(table));
    const events = await engine.listEvents({ limit: 100 });
    const runs = await engine.listRuns({ limit: 100 });
    const withoutSequences = [...events, ...runs].map((entry) => ({ ...entry, sequence: 0 }));
    return { ...withoutNumbers({ answers, tables }), journals: withoutSequences, logged, drawn };
  } finally {
    await dispose();
  }
}

/** Runs in vain may use numbers of rows up. */
function withoutNumbers<T>(answers: T): T {
  return JSON.parse(JSON.stringify(answers, (name, cell) => (name === "_RowNumber" ? undefined : cell)));
}

const orders = (action: string, ...rows: NonNullable<EngineRequest["rows"]>[number][]): EngineRequest => ({
  action,
  table: "Orders",
  rows,
});

const ACCEPTED: readonly EngineRequest[] = [
  { ...orders("Add", { Order: "a" }, { Order: "b", Count: 2 }, { Order: "c" }), properties: { Unknown: 1 } },
  { action: "Add", table: "Lines", rows: [{ Order: "a", Line: 1, Text: "one" }] },
  orders("Edit", { Order: "a", Note: "x" }, { Order: "b", Status: "Packed" }),
  { ...orders("Add", { Order: "a", Note: "y" }, { Order: "d" }), properties: { OnDuplicate: "update" } },
  { ...orders("Add", { Order: "e" }), properties: { DryRun: true } },
  orders("Bump And Pack", { Order: "c" }, { Order: "a" }),
  orders("Add Line", { Order: "b" }),
  orders("Delete", { Order: "a" }),
];

const REFUSED: readonly EngineRequest[] = [
  orders("Add", { Order: "b" }),
  orders("Edit", { Order: "none", Note: "x" }),
  orders("Overflow", { Order: "b" }),
  orders("Add", ...["f", "g", "h", "i"].map((Order) => ({ Order, Note: "loud" }))), // more events than are allowed
  orders("Delete", { Order: "gone" }),
];

/** What each of them is refused for. */
const REFUSALS = ["key/duplicate", "row/not-found", "cell/out-of-bounds", "limit/events", "row/not-found"];

/** Rules that draw ids and keys, set off one another until the chain is too deep, and use the allowance of events up. */
const RULES = [
  "Log: { table: Orders, on: [add, edit, delete], condition: 'ISBLANK([Note])', steps: [{ action: Log Change }] }",
  "Tell: { table: Orders, on: [add], steps: [{ webhook: { url: 'https://example.com/<<[Order]>>' } }] }",
  ...[1, 2, 3, 4, 5, 6, 7].map(
    (at) => `R${at}: { table: Orders, on: [edit], condition: '[Count] = ${at}', steps: [{ action: Bump }] }`,
  ),
].join("\n");
