import { expect, test } from "vitest";
import { type AppDefinition, loadDefinition, type TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { type CallTransaction, ChangeLog } from "../calls/change-log.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import { removeRows } from "./remove-rows.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: parts, name: Parts }
tables:
  Wholes: { key: [Id], columns: { Id: { type: Text } } }
  Parts:
    key: [Id]
    columns: { Id: { type: Number }, Whole: { type: Ref, table: Wholes, partOf: true } }
actions: { Leave: { table: Parts, set: { Whole: '""' } } }
rules: { Heard: { table: Parts, on: [delete], steps: [{ action: Leave }] } }
`) as { output: AppDefinition };

const PARTS = 130_000;
const parts: readonly Row[] = Array.from({ length: PARTS }, (_, at) => [at, "w", at + 1]);

test("any number of parts is deleted before their whole, and others have their turn between", async () => {
  let pauses = 0;
  const turn = {
    isOver: true,
    pause: async () => {
      pauses += 1;
    },
  };
  const request = { action: "Delete", table: "Wholes", turn };
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const target = { table: app.tables.get("Wholes") as TableDefinition, slice: undefined };
  const { output } = await makeCall({ definition: app, services }, target, request, "Delete");
  const deleted: [table: string, keys: number][] = [];
  const changes = new ChangeLog(app);
  const reader = {
    find: async () => ({ batches: inTurn([parts]), residual: [], ordered: true, limited: false }),
  };
  const transaction = {
    ...reader,
    unfiltered: reader,
    delete: async (table: string, keys: readonly unknown[]) => deleted.push([table, keys.length]),
    changes,
  };
  const wholes = [{ position: 1, row: ["w", 1] }];
  await removeRows(output as Call, transaction as unknown as CallTransaction, wholes);
  expect(deleted.at(-1)).toEqual(["Wholes", 1]);
  expect(deleted.slice(0, -1).reduce((sum, [, keys]) => sum + keys, 0)).toBe(PARTS);
  const stretches = Math.ceil(PARTS / 4_096); // of looking the parts through, and of noting that they are gone
  expect(pauses).toBeGreaterThanOrEqual(deleted.length + 2 * stretches);
  expect(changes.take([]).map(({ table }) => table.name)).toEqual([...Array(PARTS).fill("Parts"), "Wholes"]);
});

async function* inTurn<T>(batches: readonly T[]): AsyncGenerator<T> {
  yield* batches;
}
