/** A feed that is cut off as a command: `npm run -s cut-feed -- --cuts 100 --kills 10 --store sqlite`, or the address of an empty store in the place of `sqlite`, with `--servers 2`. */
import { parseArgs } from "node:util";
import { temporaryStore } from "../kill/temporary-store.ts";
import { runFeedCuts } from "./run-feed-cuts.ts";

const { values } = parseArgs({
  options: {
    cuts: { type: "string", default: "100" },
    kills: { type: "string", default: "10" },
    servers: { type: "string", default: "1" },
    store: { type: "string", default: "sqlite" },
  },
});
const { address, remove } =
  values.store === "sqlite" ? temporaryStore() : { address: values.store, remove: () => {} };
const report = await runFeedCuts({
  address,
  servers: Number(values.servers),
  cuts: Number(values.cuts),
  kills: Number(values.kills),
  tell: console.log,
});
console.log(
  `${report.cuts} cuts of the reader, ${report.breaks} by servers that were gone, ${report.kills} kills, ` +
    `${report.changes} changes recorded and read, ${report.errors.length} errors`,
);
for (const error of report.errors) console.log(error);
if (report.errors.length === 0) remove();
else process.exitCode = 1;
