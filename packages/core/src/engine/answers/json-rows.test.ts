import { expect, onTestFinished, test, vi } from "vitest";
import { expectSame } from "../../../conformance/expect-same.ts";
import { type AppDefinition, loadDefinition, type TableDefinition } from "../../schema/index.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import type { Accepted } from "../calls/result.ts";
import { findRecords } from "../find-records.ts";
import type { Wire } from "../wires/index.ts";
import { AnsweredRows, jsonRowsOf } from "./answered-rows.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: json, name: Json, owner: me@example.com }
tables:
  Rows:
    key: [Row, Name]
    columns:
      Row: { type: Number }
      Name: { type: Text }
      "Né \\"e\\"": { type: Date }
      "7": { type: Price }
      Open: { type: Yes/No }
      Tags: { type: EnumList, values: [a, b], allowOtherValues: true }
      Took: { type: Duration }
      Twice: { type: Number, virtual: true, formula: "[Row] * 2" }
      Wrong: { type: Number, virtual: true, formula: "[Row] + 9007199254740991" }
`) as { output: AppDefinition };

const ROWS: readonly Row[] = Array.from({ length: 3_000 }, (_, row) => [
  row,
  ["plain", "Zoë 🚢", '"quoted"\n'][row % 3] as string,
  row % 5 === 0 ? null : row,
  row / 100,
  row % 2 === 0,
  row % 4 === 0 ? null : ["a", "ö"],
  row % 7 === 0 ? null : row * 60,
  row + 1,
]);

const wires: readonly Wire[] = ["spec", "appsheet", "typed"];

test.each(wires)("wire %s: the rows as JSON are the rows as objects", async (wire) => {
  for (const count of [0, 1, 3_000]) {
    const result = await found(wire, ROWS.slice(0, count));
    const json = jsonRowsOf(result);
    expect(json.count).toBe(count);
    const pieces = [...json.pieces()];
    expect(pieces.length > 1, "Many rows come in pieces.").toBe(count === 3_000);
    expectSame(JSON.parse(Buffer.concat(pieces).toString()), JSON.parse(JSON.stringify(result.rows)));
    expect(result.rows).toHaveLength(count);
    expect(result.rows, "They are made once.").toBe(result.rows);
    const { more = 0 } = result.warnings.at(-1) ?? {};
    expect(
      more > 0 ? more + 100 : result.warnings.length,
      "Cells are computed once, however often they are written.",
    ).toBe(Math.max(0, count - 1));
    expectSame(Buffer.concat([...json.pieces()]), Buffer.concat(pieces));
  }
});

test.each(wires)(
  "wire %s: rows that come in batches are answered as those that come at once",
  async (wire) => {
    const whole = await found(wire, ROWS);
    const batches = [ROWS.slice(0, 1_000), [], ROWS.slice(1_000, 1_001), ROWS.slice(1_001)];
    for (const rowsAs of ["objects", "json"] as const) {
      const result = await found(wire, batches.flat(), { rowsAs, batches });
      expectSame(
        Buffer.concat([...jsonRowsOf(result).pieces()]),
        Buffer.concat([...jsonRowsOf(whole).pieces()]),
      );
      expect(jsonRowsOf(result).count).toBe(ROWS.length);
      expectSame(result.rows, whole.rows);
      expect(result.warnings.map(({ code, column }) => [code, column])).toEqual(
        whole.warnings.map(({ code, column }) => [code, column]),
      );
    }
  },
);

test.each([undefined, 'FILTER("Rows", [Row] >= 0)'])(
  "rows that are only passed on are never objects: %s",
  async (selector) => {
    const makesObjects = vi.spyOn(AnsweredRows.prototype, "objects", "get");
    onTestFinished(() => makesObjects.mockRestore());
    const result = await found("typed", ROWS, { rowsAs: "json", selector });
    expect([...jsonRowsOf(result).pieces()].length).toBeGreaterThan(1);
    expect(makesObjects).not.toHaveBeenCalled();
    expect(result.rows).toHaveLength(ROWS.length);
    expect(makesObjects).toHaveBeenCalled();
  },
);

test("no batch, or empty ones, are no rows", async () => {
  for (const batches of [[], [[]], [[], []]]) {
    const result = await found("typed", [], { rowsAs: "json", batches });
    expect(Buffer.concat([...jsonRowsOf(result).pieces()]).toString()).toBe("[]");
    expect(result.rows).toEqual([]);
  }
});

test("a result that somebody copied and changed is written as it stands", async () => {
  const result = await found("typed", ROWS.slice(0, 5));
  const changed = { ...result, rows: [{ Name: "é" }] };
  const json = jsonRowsOf(changed);
  expect(json.count).toBe(1);
  expect(Buffer.concat([...json.pieces()]).toString()).toBe('[{"Name":"é"}]');
  expect(structuredClone(result)).toEqual({ ok: true, rows: result.rows, warnings: result.warnings });
});

async function found(
  wire: Wire,
  rows: readonly Row[],
  {
    rowsAs = "objects",
    batches = [rows],
    selector,
  }: {
    rowsAs?: "objects" | "json";
    batches?: readonly (readonly Row[])[];
    selector?: string | undefined;
  } = {},
): Promise<Accepted> {
  const table = app.tables.get("Rows") as TableDefinition;
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const request = {
    action: "Find",
    table: "Rows",
    wire,
    rowsAs,
    properties: selector === undefined ? {} : { Selector: selector },
  };
  const { output } = await makeCall(
    { definition: app, services },
    { table, slice: undefined },
    request,
    "Find",
  );
  const reader: RowReader = {
    find: async () => ({ batches: inTurn(batches), residual: [], ordered: true, limited: false }),
    getByKeys: async () => [],
  };
  const store = { read: (work: (reader: RowReader) => unknown) => work(reader) };
  return (await findRecords(output as Call, store as never, request)) as Accepted;
}

async function* inTurn<T>(batches: readonly T[]): AsyncGenerator<T> {
  yield* batches;
}
