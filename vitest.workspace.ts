import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongFirst } from "./packages/tooling/long-first.ts";

const conditions = ["source", "node", "development|production"];

/** The condition is that of our packages alone: one of others that has it, too, ships sources that Node does not load. */
const ownSources = join(import.meta.dirname, "packages/tooling/own-sources.mjs");

/** Tests wait for answers, not for a clock: the limit only ends one that hangs, also on a slow machine. */
const testTimeout = 60_000;

/** A process that a test starts from its sources takes half the time where these need not be compiled again. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") };

// One project, because each reads the sources for itself. Three reused processes for two processors, because some tests wait: no
// test file may leave global state behind, and none pays for loading the sources again. Node loads them, because what Vite
// makes of them calls each imported function through an object.
export default defineConfig({
  // Packages are read from their sources, so no build is needed.
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: "packages",
    include: ["packages/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    passWithNoTests: true,
    pool: "forks",
    isolate: false,
    maxWorkers: 3,
    execArgv: ["--import", ownSources],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongFirst },
    testTimeout,
    hookTimeout: testTimeout,
    expect: { poll: { timeout: testTimeout / 2 } },
    env,
    globalSetup: [
      "tooling/provide-temporary-folder.ts",
      "store-postgres/tests/provide-server.ts",
      "store-mysql/tests/provide-server.ts",
    ].map((file) => join(import.meta.dirname, "packages", file)),
  },
});
