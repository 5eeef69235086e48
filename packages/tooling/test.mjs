// The checks of the sources, then the tests, which have the machine for themselves. Checks that fail are the end.
import { spawn } from "node:child_process";
import { checkSources } from "./check-sources.mjs";

if (await checkSources()) {
  const tests = spawn("vitest", ["run", "--config", "vitest.workspace.ts", ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exitCode = await new Promise((resolve) => tests.on("close", (code) => resolve(code ?? 1)));
} else process.exitCode = 1;
