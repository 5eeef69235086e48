/** The deliveries under kills as a command: `npm run -s kill-deliveries -- --kills 30 --store sqlite`, or the address of an empty store in the place of `sqlite`. */
import { parseArgs } from "node:util";
import { temporaryStore } from "../kill/temporary-store.ts";
import { runDeliveryKills } from "./run-delivery-kills.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "30" }, store: { type: "string", default: "sqlite" } },
});
const { address, remove } =
  values.store === "sqlite" ? temporaryStore() : { address: values.store, remove: () => {} };
const report = await runDeliveryKills({
  address,
  kills: Number(values.kills),
  ahead: 0,
  tell: console.log,
});
console.log(
  `${report.kills} kills, ${report.calls} calls acknowledged, ${report.orders} orders, ${report.events} events arrived, ` +
    `${report.repeated} of them again with the same id, ${report.disturbed} requests failed by the receiver, ` +
    `${report.errors.length} errors`,
);
for (const error of report.errors) console.log(error);
if (report.errors.length === 0) remove();
else process.exitCode = 1;
