// Runs the tests of published.vitest.ts with the packages as they would be published: built, packed, and installed into an empty folder.
// With `--install FOLDER` they are only installed there; a run with TABLEWRIGHT_PUBLISHED=FOLDER then tests them.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { installPublished } from "./install-published.mjs";

/** Of each of the three kinds; the names of the tests show the seed. */
const SOURCES = "67000";
/** Milliseconds. A source that is compiled without end would hold the run for ever. */
const LONGEST_RUN = 600_000;

const PACKAGES = ["@tablewright/core", "@tablewright/store-memory", "@tablewright/http"];

const [option, place] = process.argv.slice(2);
if (option === "--install") installPublished(PACKAGES, resolve(place));
else testPublished(process.env.TABLEWRIGHT_PUBLISHED ?? installPublished(PACKAGES));

function testPublished(folder) {
  const { status, error } = spawnSync(
    "vitest",
    ["run", "--config", join(import.meta.dirname, "published.vitest.ts"), ...process.argv.slice(2)],
    {
      stdio: "inherit",
      shell: process.platform === "win32",
      timeout: LONGEST_RUN,
      env: { TABLEWRIGHT_FUZZ: SOURCES, ...process.env, TABLEWRIGHT_PUBLISHED: folder },
    },
  );
  if (error !== undefined) console.error(error.message);
  process.exitCode = status ?? 1;
}
