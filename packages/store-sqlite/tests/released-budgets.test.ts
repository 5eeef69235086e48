/** What a request has loaded does not stay in memory after it because a connection still knows its budget. */
import { queryObjects } from "node:v8";
import { Meter } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { Connection } from "../src/connection.ts";
import { temporaryFile } from "./temporary-file.ts";

class CountedMeter extends Meter {
  override beside(): Meter {
    return new CountedMeter(this.limits);
  }
}

test.each([
  ["is done", 1_000],
  ["was stopped", 0],
])("a connection knows no budget of a statement that %s", (_, heldFor) => {
  const { file, remove } = temporaryFile();
  const connection = new Connection(file, { readOnly: false, timeout: 0 });
  connection.exec("create table T (a)");
  connection.exec("insert into T values (1), (2)");
  const read = () => {
    const budgets = { meter: new CountedMeter(), filterMeter: new CountedMeter() };
    const text = "select a from T as t where tw_spend_filter(a) and tw_spend(a) order by -a";
    connection.readWithin(budgets, { text, values: [] }, performance.now() + heldFor);
    return budgets.meter.spent;
  };
  read();
  expect(queryObjects(CountedMeter, { format: "count" })).toBe(0);
  connection.close();
  remove();
});
