/**
 * What a shadow costs the calls of a server: `npm run bench:shadow -- --pairs 5 --seconds 20 --rate 100`. Servers with and without one
 * take turns, each a process of its own over a new file; calls begin at a fixed rate, half of them Edits, half Finds of a row.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { medianOf } from "../figure.ts";
import { ask } from "../service/drive.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "5" },
    seconds: { type: "string", default: "20" },
    rate: { type: "string", default: "100" },
  },
});
const [pairs, seconds, rate] = [values.pairs, values.seconds, values.rate].map(Number) as [
  number,
  number,
  number,
];

const ROWS = 1_000;

const definitionOf = (percent: number) => `
tablewright: 1
app:
  id: shadowed
  name: Shadowed
  owner: owner@example.com
  history: { keep: 1d }
  api: { enabled: true, accessKeys: [{ name: all, key: V2-bench }] }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Customer: { type: Text }
      Amount: { type: Number, validIf: "[_THIS] >= 0" }
      Off: { type: Number, formula: "IF([Amount] > 500, [Amount] * ${percent} / 100, 0)" }
      To pay: { type: Number, virtual: true, formula: "[Amount] - [Off]" }
`;

const bundle = resolve(import.meta.dirname, "../../../tooling/bundle-programs.mjs");
const program = join(execFileSync(process.execPath, [bundle], { encoding: "utf8" }), "cli/src/main.js");
let edits = 0;
const ratios: number[] = [];
const all = { without: [] as number[], with: [] as number[] };
for (let pair = 0; pair < pairs; pair++) {
  // Each of them goes first as often as the other.
  const order = pair % 2 === 0 ? ([false, true] as const) : ([true, false] as const);
  const waits = { without: [] as number[], with: [] as number[] };
  let told = "";
  for (const isShadowed of order) {
    const measured = await measure(isShadowed);
    waits[isShadowed ? "with" : "without"] = measured.waits;
    told += measured.told;
  }
  for (const kind of ["without", "with"] as const) all[kind].push(...waits[kind]);
  ratios.push(shareOf(waits.with, 0.99) / shareOf(waits.without, 0.99));
  const [busy = 0] = loadavg();
  console.log(`${describe(waits)}; load ${busy.toFixed(1)}${told}`);
}
console.log(`all: ${describe(all)}; median of the ratios of p99 ${medianOf(ratios).toFixed(3)}`);

function describe({ without, with: shadowed }: typeof all): string {
  const figures = (some: readonly number[]) =>
    `p50 ${shareOf(some, 0.5).toFixed(2)} ms, p99 ${shareOf(some, 0.99).toFixed(2)} ms`;
  return `without ${figures(without)}; with ${figures(shadowed)}`;
}

function shareOf(waits: readonly number[], share: number): number {
  const sorted = [...waits].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Milliseconds from when a call was due to its answer, and what the shadow said at the end. */
async function measure(isShadowed: boolean): Promise<{ readonly waits: number[]; readonly told: string }> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-shadow-"));
  const [file, candidate] = [join(folder, "app.yaml"), join(folder, "new.yaml")];
  writeFileSync(file, definitionOf(10));
  writeFileSync(candidate, definitionOf(20));
  const store = `sqlite:${join(folder, "rows.sqlite")}`;
  const options = ["--port", "0", "--store", store, "--log-level", "info"];
  const server = spawn(
    process.execPath,
    [program, "serve", file, ...options, ...(isShadowed ? ["--shadow", candidate] : [])],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let [out, log] = ["", ""];
  server.stdout.on("data", (text) => {
    out += text;
  });
  server.stderr.on("data", (text: Buffer) => {
    if (!text.includes('"msg":"call"')) log += text;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    while (!/curl /u.test(out)) await wait(50);
    const port = Number(/127\.0\.0\.1:(\d+)/u.exec(out)?.[1]);
    const path = "/api/v2/apps/shadowed/tables/Orders/Action";
    const call = (Action: string, rows: readonly object[]) => ask(agent, port, path, { Action, Rows: rows });
    const rows = Array.from({ length: ROWS }, (_, Order) => ({ Order, Customer: "c", Amount: Order }));
    await call("Add", rows);
    while (isShadowed && !log.includes("a shadow follows")) await wait(50);
    await drive(call, 5);
    return { waits: await drive(call, seconds), told: await ended() };
  } finally {
    server.kill();
    agent.destroy();
    rmSync(folder, { recursive: true, force: true });
  }

  async function ended(): Promise<string> {
    server.kill();
    await once(server, "close");
    const [, told] = /^(.* that were compared .*) by /mu.exec(out) ?? [];
    return told === undefined ? "" : `; shadow: ${told}`;
  }
}

/** Calls at the rate, whatever the earlier ones take. */
async function drive(
  call: (action: string, rows: readonly object[]) => Promise<unknown>,
  duration: number,
): Promise<number[]> {
  const waits: number[] = [];
  const begun = performance.now();
  const under: Promise<unknown>[] = [];
  for (let at = 0; at < duration * rate; at++) {
    const due = begun + (at * 1_000) / rate;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    const Order = (at * 7_919) % ROWS;
    // Each Edit changes its row: the number of rows and that of amounts have no common factor.
    const asked = at % 2 === 0 ? call("Edit", [{ Order, Amount: edits++ % 997 }]) : call("Find", [{ Order }]);
    under.push(asked.then(() => waits.push(performance.now() - due)));
  }
  await Promise.all(under);
  return waits;
}
