/**
 * Answers, as a thread of its own with little in its memory, how many budgets are left after a statement that may run for
 * `workerData` milliseconds: to look for them goes through all objects, and a process of tests has millions.
 */
import { queryObjects } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { Meter } from "@tablewright/core/storage";
import { SqliteConnection } from "../src/connection.ts";
import { temporaryFile } from "./temporary-file.ts";

class CountedMeter extends Meter {
  override beside(): Meter {
    return new CountedMeter(this.limits);
  }
}

const { file, remove } = temporaryFile();
const connection = new SqliteConnection(file, { readOnly: false, timeout: 0 });
connection.exec("create table T (a)");
connection.exec("insert into T values (1), (2)");
const read = () => {
  const budgets = { meter: new CountedMeter(), filterMeter: new CountedMeter() };
  const text = "select a from T as t where tw_spend_filter(a) and tw_spend(a) order by -a";
  connection.readWithin(budgets, { text, values: [] }, performance.now() + Number(workerData));
  return budgets.meter.spent;
};
read();
parentPort?.postMessage(queryObjects(CountedMeter, { format: "count" }));
connection.close();
remove();
