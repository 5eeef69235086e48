import { parseArgs } from "node:util";
import { printTable } from "../figure.ts";
import { type StoreKind, storeKinds } from "../open-store.ts";
import { type Attacked, runAttacks } from "./run-attacks.ts";

/** `npm run torture`: carries out every attack on every store and prints what it did; exits with 1 where something gave. */
const { values } = parseArgs({
  options: {
    store: { type: "string", multiple: true, default: [...storeKinds] },
    scale: { type: "string", default: "1" },
    only: { type: "string", multiple: true, default: [""] },
    node: { type: "string" },
  },
});
const HEAD = [
  "attack",
  "store",
  "answers",
  "held ms",
  "worked ms",
  "collector ms",
  "others' reads p99 ms",
  "/healthz p99 ms",
  "peak MiB",
  "errors",
];
const whole = (value: number) => value.toFixed(0);
const tell = ({ store, attack, seconds, errors }: Attacked) =>
  process.stderr.write(`${store}: ${attack}, ${seconds.toFixed(1)} s ${errors.join("; ")}\n`);
const options = { scale: Number(values.scale), only: values.only, node: values.node };
for (const store of values.store as StoreKind[]) {
  const done = await runAttacks(store, options, tell);
  const rows = done.map(({ attack, answers, held, worked, collected, pointReads, health, peak, errors }) => [
    attack,
    store,
    answers.join(", "),
    ...[held, worked, collected, pointReads, health, peak].map(whole),
    errors.join("; "),
  ]);
  process.stdout.write(`${printTable(HEAD, rows)}\n\n`);
  if (done.some(({ errors }) => errors.length > 0)) process.exitCode = 1;
}
