import { parseArgs } from "node:util";
import { printTable } from "../print-table.ts";
import { type StoreKind, storeKinds } from "../service/serving.ts";
import { type Attacked, runAttacks } from "./run-attacks.ts";

/** `npm run torture`: carries out every attack on every store and prints what it did; exits with 1 where something gave. */
const { values } = parseArgs({
  options: {
    store: { type: "string", multiple: true, default: [...storeKinds] },
    scale: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const all: Attacked[] = [];
for (const store of values.store as StoreKind[]) {
  const options = { scale: Number(values.scale), only: values.only };
  const tell = ({ attack, seconds, errors }: Attacked) =>
    process.stderr.write(`${store}: ${attack}, ${seconds.toFixed(1)} s ${errors.join("; ")}\n`);
  all.push(...(await runAttacks(store, options, tell)));
}
const whole = (value: number) => value.toFixed(0);
const rows = all.map(({ store, attack, answers, held, pointReads, health, peak, errors }) => [
  attack,
  store,
  answers.join(", "),
  whole(held),
  whole(pointReads),
  whole(health),
  whole(peak),
  errors.length === 0 ? "" : errors.join("; "),
]);
const head = [
  "attack",
  "store",
  "answers",
  "held ms",
  "others' reads p99 ms",
  "/healthz p99 ms",
  "peak MiB",
  "errors",
];
process.stdout.write(`${printTable(head, rows)}\n`);
if (all.some(({ errors }) => errors.length > 0)) process.exitCode = 1;
