/** Statements that are stopped because others wait, and begun again: what they spend, and which may take long. */
import { Meter } from "@tablewright/core/storage";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SqliteConnection } from "../src/connection.ts";
import { temporaryFile } from "./temporary-file.ts";

const COUNT = 2_000;
const AT_ONCE = 0;

const { file, remove } = temporaryFile();
let connection: SqliteConnection;
let budgets: { readonly meter: Meter; readonly filterMeter: Meter };

beforeAll(() => {
  connection = new SqliteConnection(file, { readOnly: false, timeout: 0 });
  connection.exec("create table T (slot integer primary key, a, b)");
  connection.exec("create index by_a on T (a)");
  connection.exec("create table U (k primary key)");
  connection.exec(
    `with recursive n (at) as (select 1 union all select at + 1 from n where at < ${COUNT}) ` +
      "insert into T select at, at % 10, at from n",
  );
});

afterAll(() => {
  connection.close();
  remove();
});

beforeEach(() => {
  budgets = { meter: new Meter(), filterMeter: new Meter() };
});

const read = (text: string, heldUntil: number) =>
  connection.readWithin(budgets, { text, values: [] }, heldUntil);

test("rows that were read have spent their steps, and no others", () => {
  const text = "select slot from T as t where tw_spend_filter(slot) and tw_spend(slot)";
  const { rows, isWhole } = read(text, AT_ONCE);
  expect(isWhole).toBe(false);
  expect(rows.length).toBeGreaterThan(0);
  expect([budgets.meter.spent, budgets.filterMeter.spent]).toEqual([rows.length, rows.length]);
});

test("a stop before the first row gives back everything", () => {
  const text = "select slot from T as t where tw_spend_filter(slot) and tw_spend(slot) order by -slot";
  expect(read(text, AT_ONCE)).toMatchObject({ rows: [], isWhole: false });
  expect([budgets.meter.spent, budgets.filterMeter.spent]).toEqual([0, 0]);
  expect(read(text, Number.POSITIVE_INFINITY)).toMatchObject({ isWhole: true });
  expect([budgets.meter.spent, budgets.filterMeter.spent]).toEqual([COUNT, COUNT]);
});

test("a reading that was paused goes on after its last row, and spends no step twice", () => {
  const text = "select slot from T as t where tw_spend(slot) order by slot";
  const reading = connection.begin(budgets, { text, values: [] }, COUNT);
  let pauses = 0;
  let last = reading.readOn(AT_ONCE, Number.POSITIVE_INFINITY);
  for (; last.isPaused; pauses++) last = reading.readOn(AT_ONCE, Number.POSITIVE_INFINITY);
  reading.close();
  expect(last.isWhole).toBe(true);
  expect(last.rows.flat()).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1));
  expect([budgets.meter.spent, pauses]).toEqual([COUNT, COUNT / 4]);
});

test("a row is read however long its texts are", () => {
  const long = (where: string) => `select hex(zeroblob(5000000)), slot from T as t where ${where}`;
  expect(read(long("slot = 1"), AT_ONCE)).toMatchObject({ isWhole: true });
  expect(read(long("slot <= 3"), AT_ONCE)).toMatchObject({ rows: { length: 1 }, isWhole: false });
});

test.each([
  ["select t.b from T as t where t.b > 1", true],
  ["select t.b from T as t where t.a = 1", false],
  ["select t.b from T as t order by t.a limit 10", false],
  ["select t.b from (select * from T as t where b in (select k from U) limit -1 offset 0) as t", true],
  ["select t.b from (select * from T as t where a in (select k from U) limit -1 offset 0) as t", false],
])("whether all rows are looked at: %s", (text, isScanned) => {
  expect(connection.scans(text)).toBe(isScanned);
});
