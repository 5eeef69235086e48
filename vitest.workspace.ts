import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongFirst } from "./packages/tooling/long-first.ts";

const conditions = ["source", "module", "node", "development|production"];

/** Tests wait for answers, not for a clock: the limit only ends one that hangs, also on a slow machine. */
const testTimeout = 60_000;

/** A process that a test starts from its sources takes half the time where these need not be compiled again. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") };

// One project, because each reads the sources for itself. Three reused processes for two processors, because some tests wait: no
// test file may leave global state behind, and none pays for loading the sources again.
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
    sequence: { sequencer: LongFirst },
    testTimeout,
    hookTimeout: testTimeout,
    expect: { poll: { timeout: testTimeout / 2 } },
    env,
    // What the client of the Model Context Protocol imports offers its sources too, which Node would not compile there.
    server: { deps: { inline: [/@modelcontextprotocol\+client/u, /eventsource/u] } },
    globalSetup: [
      "tooling/provide-temporary-folder.ts",
      "store-postgres/tests/provide-server.ts",
      "store-mysql/tests/provide-server.ts",
    ].map((file) => join(import.meta.dirname, "packages", file)),
  },
});
