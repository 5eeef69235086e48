import { afterAll, expect, test } from "vitest";
import { drive } from "./drive.ts";
import { expectSameRows, rowsMember } from "./expect-same-rows.ts";
import { fresh, operations, PATH } from "./operations.ts";
import { makeRecords, recordBatches } from "./records.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { withPlace } from "./with-place.ts";

const ROWS = 100;
const serving = { kind: "memory", rows: ROWS, shape: "plain" } as const;
const [ours, floor] = await withPlace("memory", (place) =>
  Promise.all([startServer("ours", serving, place), startServer("floor", serving, place)]),
);
afterAll(() => Promise.all([ours.stop(), floor.stop()]));

/** Those that change the table last: the floor reads its first rows where ours reads those up to a key. */
const plain = operations
  .filter(({ shape }) => shape === "plain")
  .sort((a, b) => Number(a.name.startsWith("add")) - Number(b.name.startsWith("add")));

test.each(plain)('both servers answer "$name" with the same rows', async (operation) => {
  const askOurs = { server: ours, rowsOf: rowsMember, makeRequest: own };
  const askFloor = { server: floor, rowsOf: rowsMember, makeRequest: other };
  for (let at = 0; at < 3; at++) await expectSameRows(askOurs, askFloor, at);

  function own(at: number) {
    return [PATH, operation.ours(at, ROWS)] as const;
  }
  function other(at: number) {
    return operation.floor(at, ROWS);
  }
});

test.each<[string, Partial<Record<"Id" | "Name" | "Day", unknown>>[]]>([
  ["another row", [{ Id: 2 }]],
  ["one row more", [{ Id: 1 }, { Id: 2 }]],
  ["none", []],
  ["another text in a column", [{ Id: 1, Name: "Nobody" }]],
  ["another day", [{ Id: 1, Day: "1999-12-31" }]],
])("%s is not taken for the same answer", async (_, rows) => {
  const asked = (server: ServerProcess, rowsOf: () => readonly object[]) => ({
    server,
    rowsOf,
    makeRequest: () => ["/point", { id: 1 }] as const,
  });
  const [expected] = makeRecords(1, 1, ROWS);
  const right = asked(floor, () => [expected as object]);
  const wrong = asked(floor, () => rows.map((row) => ({ ...expected, ...row })));
  await expect(expectSameRows(wrong, right)).rejects.toThrow("The answers differ");
  await expectSameRows(right, right);
});

test("a server that is driven has used processor time for requests that all succeed", async () => {
  const { perCpuSecond, next } = await drive(floor, () => ["/point", { id: 1 }], 20, 1);
  expect(next).toBeGreaterThan(8);
  expect(perCpuSecond).toBeGreaterThan(0);
  await expect(drive(floor, () => ["/nowhere", {}], 20, 1)).rejects.toThrow("404");
});

test("rows are the same every time, and new ones have keys of their own", () => {
  const rows = [...recordBatches(20_500)].flat();
  expect(rows).toHaveLength(20_500);
  expect(rows.map(({ Id }) => Id)).toEqual(rows.map((_, at) => at + 1));
  expect([...recordBatches(20_500)].flat()).toEqual(rows);
  expect(new Set(rows.map(({ City }) => City)).size).toBe(20);
  const keys = [1, 2, 3].flatMap((at) => [...fresh(at, 20_500, 1), ...fresh(at, 20_500, 1_000)]);
  expect(new Set(keys.map(({ Id }) => Id)).size).toBe(3 * 1_001);
  expect(Math.min(...keys.map(({ Id }) => Id))).toBeGreaterThan(20_500);
});
