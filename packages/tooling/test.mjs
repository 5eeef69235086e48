// The tests, and beside them the checks of the sources: the first tests wait for servers, so that a processor is free. Checks that
// fail end the tests.
import { spawn } from "node:child_process";
import { checkSources } from "./check-sources.mjs";

const tests = spawn("vitest", ["run", "--config", "vitest.workspace.ts", ...process.argv.slice(2)], {
  stdio: "inherit",
});
const status = new Promise((resolve) => tests.on("close", (code) => resolve(code ?? 1)));
const areSourcesGood = await checkSources();
if (!areSourcesGood) tests.kill("SIGINT");
process.exitCode = (await status) || (areSourcesGood ? 0 : 1);
