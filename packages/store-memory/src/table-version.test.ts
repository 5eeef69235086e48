import type { Row, StoredTable } from "@tablewright/core/storage";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { TableVersion } from "./table-version.ts";

const columns = ["Id", "Group"].map((name) => ({
  name,
  kind: "integer" as const,
  family: "number" as const,
  indexed: true,
}));
const table: StoredTable = { name: "T", columns, key: [0], rowNumbers: "position" };

const ids = fc.array(fc.nat({ max: 3_000 }), { maxLength: 300 });
const step = fc.oneof(
  fc.record({ op: fc.constantFrom("update" as const, "delete" as const), ids, give: fc.boolean() }),
  fc.record({
    op: fc.constant("delete range" as const),
    from: fc.nat({ max: 3_000 }),
    count: fc.nat({ max: 3_000 }),
  }),
  fc.record({ op: fc.constant("insert" as const), from: fc.integer({ min: 3_001, max: 9_000 }) }),
);

test("many pages: each version stays as it was while newer ones are made, tidied up and given up", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), (steps) => {
      let version = TableVersion.empty(table);
      let rows: Row[] = Array.from({ length: 3_000 }, (_, at) => [at, at % 10]);
      version.insert(rows);
      const held = [{ version, rows }];
      for (const [step, commits] of steps) {
        const fork = version.fork();
        const next = apply(fork, rows, step);
        expectRows(fork, next);
        if (!commits) continue;
        version = fork;
        rows = next;
        held.push({ version, rows });
      }
      for (const one of [...held, ...held.reverse()]) expectRows(one.version, one.rows);
    }),
    { numRuns: 10 },
  );
});

test("rows that come and go, and values that change for ever, take no more and more room", () => {
  const version = TableVersion.empty(table);
  version.insert([[0, 0]]);
  for (let round = 1; round <= 20_000; round++) {
    version.insert([[round, round % 7]]);
    version.update([[round, round % 5]]);
    version.delete([[round]]);
    version.update([[0, round]]);
  }
  expect(version.rows.liveCount).toBe(1);
  expect(version.rows.slotCount).toBeLessThan(2_000);
  expect(version.indexOn(1)?.entryCount).toBeLessThan(4_000);
  expect(version.rowOf([0])).toEqual([0, 20_000, 1]);
});

test("rows that go are not numbered again for each that goes before them", () => {
  const version = TableVersion.empty(table);
  const ids = [...Array(20_000).keys()];
  version.insert(ids.map((id) => [id, 0]));
  const numbering = vi.spyOn(Array.prototype, "with");
  try {
    const keys = ids.slice(0, 12_000).map((id) => [id]);
    version.delete(keys);
    expect(numbering.mock.calls.length).toBeLessThanOrEqual(version.rows.liveCount);
  } finally {
    numbering.mockRestore();
  }
  expect(version.rows.toArray().slice(0, 2)).toEqual([
    [12_000, 0, 1],
    [12_001, 0, 2],
  ]);
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does a step to a version and answers the rows it should have then, without their numbers. */
function apply(version: TableVersion, rows: Row[], step: Step): Row[] {
  if (step.op === "insert") {
    const added: Row[] = [...Array(500).keys()].map((at) => [step.from + at, at % 10]);
    const isFree = !rows.some(([id]) => added.some(([other]) => other === id));
    expect(version.insert(added).duplicates.length === 0).toBe(isFree);
    return isFree ? [...rows, ...added] : rows;
  }
  const chosen = new Set<unknown>(
    step.op === "delete range" ? [...Array(step.count).keys()].map((at) => step.from + at) : step.ids,
  );
  if (step.op === "update") {
    const updated = rows
      .filter(([id]) => chosen.has(id))
      .map(([id]): Row => [id as number, step.give ? 3 : 11]);
    version.update(updated);
    const byId = new Map(updated.map((row) => [row[0], row]));
    return rows.map((row) => byId.get(row[0]) ?? row);
  }
  version.delete([...chosen].map((id) => [id as number]));
  return rows.filter(([id]) => !chosen.has(id));
}

/** Compares without the matchers' own walk, which is slow over thousands of rows. */
function expectRows(version: TableVersion, rows: readonly Row[]): void {
  const numbered = rows.map((row, at) => [...row, at + 1]);
  expect(JSON.stringify(version.rows.toArray())).toBe(JSON.stringify(numbered));
  expect(JSON.stringify(rows.map(([id = null]) => version.rowOf([id])))).toBe(JSON.stringify(numbered));
  for (const group of [3, 11]) {
    const slots = version.indexOn(1)?.slotsOf(group) ?? [];
    const found = slots.map((slot) => version.rows.at(slot)).filter((row) => row?.[1] === group);
    expect(JSON.stringify(found)).toBe(JSON.stringify(numbered.filter((row) => row[1] === group)));
  }
}
