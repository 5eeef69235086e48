import { spawn } from "node:child_process";

/**
 * Layout and lint, types, unused files and exports: three programs that need nothing of each other, side by side. Each prints
 * when it has ended, whole. Answers whether all are content.
 */
export async function checkSources() {
  const statuses = await Promise.all(CHECKS.map(run));
  return statuses.every((status) => status === 0);
}

const CHECKS = [
  "biome check --error-on-warnings .",
  // More threads would check the same types again, each for itself: twice the processor time for no less waiting.
  "tsc -b packages --singleThreaded",
  "knip",
];
// Go cleans up its memory a quarter as often; the type check then takes about a gigabyte.
const env = { ...process.env, GOGC: "400" };

function run(command) {
  const child = spawn(command, { shell: true, env, stdio: ["ignore", "pipe", "pipe"] });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => parts.push(part));
  return new Promise((resolve) => {
    child.on("close", (status) => {
      process.stdout.write(Buffer.concat(parts));
      if (status !== 0) process.stderr.write(`"${command}" has failed.\n`);
      resolve(status);
    });
  });
}

if (import.meta.main) process.exitCode = (await checkSources()) ? 0 : 1;
