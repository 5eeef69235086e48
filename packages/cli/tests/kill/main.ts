/** The kill test as a command: `npm run -s kill-test -- --kills 30 --store sqlite`, or any address of a store in the place of `sqlite`. */
import { parseArgs } from "node:util";
import { runKills } from "./run-kills.ts";
import { temporaryStore } from "./temporary-store.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "30" }, store: { type: "string", default: "sqlite" } },
});
const { address, remove } =
  values.store === "sqlite" ? temporaryStore() : { address: values.store, remove: () => {} };
const report = await runKills(address, Number(values.kills), console.log);
console.log(
  `${report.kills} kills, ${report.calls} calls acknowledged, ${report.batches} batches, ${report.errors.length} errors`,
);
for (const error of report.errors) console.log(error);
if (report.errors.length === 0) remove();
else process.exitCode = 1;
