// The checks of the sources, then the tests, which have the machine for themselves. Checks that fail are the end.
import { spawn } from "node:child_process";
import { checkSources } from "./check-sources.mjs";

const USAGE = `Usage: npm test -- [part of a path …] [options of vitest]

Checks layout, lint, types and unused files, then runs the tests: all, or those of files whose paths contain a part.

  npm test -- history            tests of files such as packages/cli/tests/history.test.ts
  npm test -- history -t undo    only those whose names match
  npm test -- docs-fresh -u      writes the files anew that a test compares
  npx vitest --help              the other options
`;

if (process.argv.some((word) => word === "--help" || word === "-h")) process.stdout.write(USAGE);
else if (await checkSources()) {
  const tests = spawn("vitest", ["run", "--config", "vitest.workspace.ts", ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exitCode = await new Promise((resolve) => tests.on("close", (code) => resolve(code ?? 1)));
} else process.exitCode = 1;
