import { join } from "node:path";
import { defineConfig, defineProject, mergeConfig } from "vitest/config";

const conditions = ["source", "module", "node", "development|production"];

/** Tests wait for answers, not for a clock: the limit only ends one that hangs, also on a slow machine. */
const testTimeout = 60_000;

/** A process that a test starts from its sources takes half the time where these need not be compiled again. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") };

/** What all tests share: packages are read from their sources, so no build is needed. */
export const packageTests = defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    isolate: false,
    pool: "forks",
    maxWorkers: 3,
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout,
    hookTimeout: testTimeout,
    expect: { poll: { timeout: testTimeout / 2 } },
    env,
    // What the client of the Model Context Protocol imports offers its sources too, which Node would not compile there.
    server: { deps: { inline: [/@modelcontextprotocol\+client/u, /eventsource/u] } },
    globalSetup: [join(import.meta.dirname, "packages/tooling/provide-temporary-folder.ts")],
  },
});

/** Those that need no server of a database. A project loads the sources for itself, so packages have none of their own. */
const others = mergeConfig(packageTests, {
  test: {
    name: "packages",
    include: ["packages/**/*.test.ts"],
    exclude: ["packages/store-postgres/**", "packages/store-mysql/**"],
  },
});

// Three reused processes for two processors, because some tests wait: no test file may leave global state behind, and none pays for loading the sources again.
export default defineConfig({
  test: {
    projects: [others, "packages/store-postgres/vitest.config.ts", "packages/store-mysql/vitest.config.ts"],
    passWithNoTests: true,
    pool: "forks",
    isolate: false,
    maxWorkers: 3,
  },
});
