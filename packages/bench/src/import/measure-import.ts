import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Measure, printTable, rounded } from "../figure.ts";
import { medianFigures } from "../measurement.ts";
import type { StoreKind } from "../open-store.ts";
import type { Options } from "../read-options.ts";
import { definitionOf, recordBatches } from "../service/records.ts";
import { withPlace } from "../service/with-place.ts";

/**
 * `tablewright import` of a CSV file into the store `of`, over a script by hand that does the same; each a process from start
 * to end, the database's time with it.
 */
export const measureImport: Measure = async ({ rows, of = "" }) => {
  const kind = of as StoreKind;
  const folder = mkdtempSync(join(tmpdir(), "tablewright-import-"));
  try {
    writeFileSync(join(folder, "app.yaml"), definitionOf("plain"));
    await writeCsv(join(folder, "records.csv"), rows);
    return await withPlace(kind, async (place) => {
      const cost = async (script: string, args: readonly string[]) => {
        const before = place.cpuSeconds();
        const { seconds, cpuSeconds, peak } = await runCommand(script, args, folder);
        return { seconds, peak, cpuSeconds: cpuSeconds + place.cpuSeconds() - before };
      };
      const byHand = await cost(BY_HAND, [kind, place.address("by-hand"), join(folder, "records.csv")]);
      await place.settle();
      const address = kind === "sqlite" ? `sqlite:${place.address("ours")}` : place.address("ours");
      const ours = await cost(CLI, ["import", "app.yaml", "Records", "records.csv", "--store", address]);
      const over = (of: "seconds" | "cpuSeconds") => ({
        ratio: byHand[of] / ours[of],
        milliseconds: [ours[of] * 1_000, byHand[of] * 1_000] as const,
      });
      return [
        { name: `${kind}: rows per second of processor time`, ...over("cpuSeconds") },
        { name: `${kind}: rows per second`, ...over("seconds") },
        { name: `${kind}: peak memory`, ratio: ours.peak },
        { name: `${kind}: peak memory by hand`, ratio: byHand.peak },
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const BY_HAND = resolve(import.meta.dirname, "import-by-hand.ts");
const CLI = resolve(import.meta.dirname, "../../../cli/src/main.ts");

/** What a command took from its start to its end. */
interface CommandCost {
  readonly seconds: number;
  /** Seconds of processor time. */
  readonly cpuSeconds: number;
  /** Its largest memory, in MiB. */
  readonly peak: number;
}

/** Runs a script of ours in a process of its own. Rejects with what it printed when it fails. */
async function runCommand(script: string, args: readonly string[], cwd: string): Promise<CommandCost> {
  const began = performance.now();
  const child = spawn(process.execPath, ["--conditions=source", "--import", TELL_USAGE, script, ...args], {
    cwd,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data));
  const [code] = await once(child, "close");
  const seconds = (performance.now() - began) / 1_000;
  if (code !== 0) throw new Error(`It ended with ${code}: ${printed}`);
  const [, peak, user, system] = /usage=(\d+),(\d+),(\d+)/u.exec(printed) ?? [];
  return { seconds, cpuSeconds: (Number(user) + Number(system)) / 1e6, peak: Number(peak) / 1_024 };
}

/** A module that prints the largest resident set of its process, in KiB, and its microseconds of processor time, when that ends. */
const TELL_USAGE =
  "data:text/javascript,process.on('exit',()=>{const{maxRSS:m,userCPUTime:u,systemCPUTime:s}=process.resourceUsage();" +
  "console.error('usage='+[m,u,s])})";

/** Writes the records of the service measurements as a CSV file. */
async function writeCsv(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write("Id,Name,City,Price,Quantity,Day,Parent\n");
  for (const batch of recordBatches(rows)) {
    const lines = batch.map(
      ({ Id, Name, City, Price, Quantity, Day, Parent }) =>
        `${Id},${Name},${City},${Price},${Quantity},${Day},${Parent}\n`,
    );
    if (!out.write(lines.join(""))) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

/** Measures imports of a CSV file and answers with their table. */
export async function runImport(options: Options, report: (line: string) => void): Promise<string> {
  const { importRows: rows, rounds, duration } = options;
  const measurements = ["sqlite", "postgres"].map((of) => ({
    module: "./import/measure-import.ts",
    measure: "measureImport",
    task: { rows, duration, of },
  }));
  const figures = await medianFigures(measurements, rounds, report);
  const lines = [...figures.values()].map(({ name, ratio, milliseconds }) => {
    if (milliseconds === undefined) return [name, `${rounded(ratio)} MiB`, "", "", ""];
    const [ours, byHand] = milliseconds.map((one) => `${rounded(one / 1_000)} s`);
    return [
      name,
      `${rounded(ratio)} ×`,
      `≥ ${REACH} ×`,
      ratio >= REACH ? "yes" : "no",
      `${ours}, by hand ${byHand}`,
    ];
  });
  return [
    `Import: a CSV file of ${rows} rows of 7 columns, medians of ${rounds} rounds, processes from start to end; 1.0 × is a bulk insert by hand with the same indexes.`,
    printTable(["what", "measured", "target", "reached", "times"], lines),
  ].join("\n\n");
}

const REACH = 0.5;
