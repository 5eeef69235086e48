// Measures packages as they would be published, packed and installed into an empty folder: the size of each entrance in a page, and
// the time from the import of the language to a first result in fresh processes (not with `-- --sizes`). Fails above a budget of size.
// `-- --write` writes the figures into docs/figures.json, which pages quote.
import { execFileSync } from "node:child_process";
import { BUDGETS, consumerBundle } from "./consumer-bundle.ts";
import { installPublished } from "./install-published.mjs";
import { writeFigures } from "./write-figures.ts";

const PROCESSES = 21;

/** Entrances without a budget. */
const OTHERS = ["@tablewright/core/regex", "@tablewright/client", "@tablewright/editor"].map((name) => [
  name,
  Infinity,
]);

const figures = {};
const folder = installPublished(["@tablewright/core", "@tablewright/client", "@tablewright/editor"]);
for (const [entrance, most] of [...BUDGETS, ...OTHERS]) {
  const { bytes } = await consumerBundle(folder, entrance);
  figures[entrance] = `${(bytes / 1_000).toFixed(1)} kB`;
  console.log(`${entrance}: ${figures[entrance]} minified and gzipped, of ${most / 1_000}`);
  if (bytes > most) process.exitCode = 1;
  if (most === Infinity || process.argv.includes("--sizes")) continue;
  const runs = Array.from({ length: PROCESSES }, () => firstResult(entrance));
  const [elapsed, busy] = ["elapsed", "busy"].map((of) => runs.map((run) => run[of]).sort((a, b) => a - b));
  const median = (PROCESSES - 1) / 2;
  console.log(
    `  import to first result, median of ${PROCESSES} processes: ${elapsed[median].toFixed(1)} ms ` +
      `(shortest ${elapsed[0].toFixed(1)}), of the processor ${busy[median].toFixed(1)} ms`,
  );
  figures[`${entrance}: first result`] = `${elapsed[median].toFixed(0)} ms`;
}
if (process.argv.includes("--write"))
  writeFigures("published", figures, new Date().toISOString().slice(0, 10));

/** Milliseconds, elapsed and of the processor; the latter depend less on other work of the machine. */
function firstResult(entrance) {
  const program = `
    const [start, used] = [performance.now(), process.cpuUsage()];
    const { compile } = await import(${JSON.stringify(entrance)});
    const columns = { Price: "Price", Quantity: "Number", Name: "Text" };
    const row = { Price: 99.5, Quantity: 8, Name: "Annika" };
    const answer = compile('IF([Price] * [Quantity] > 500, LEFT([Name], 3), "small")', { columns }).evaluate({ row });
    const [end, { user, system }] = [performance.now(), process.cpuUsage(used)];
    if (answer !== "Ann") throw new Error(JSON.stringify(answer));
    console.log(JSON.stringify({ elapsed: end - start, busy: (user + system) / 1_000 }));`;
  const flags = ["--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, flags, { cwd: folder, encoding: "utf8" }));
}
