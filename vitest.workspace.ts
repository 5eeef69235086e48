import { globSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongFirst } from "./packages/tooling/long-first.ts";
import { publishedTests } from "./packages/tooling/published.vitest.ts";

const conditions = ["source", "node", "development|production"];

/** The condition is that of our packages alone: one of others that has it, too, ships sources that Node does not load. */
const ownSources = join(import.meta.dirname, "packages/tooling/own-sources.mjs");

/** Tests wait for answers, not for a clock: the limit only ends one that hangs, also on a slow machine. */
const testTimeout = 180_000;

/** Loading sources takes less than half the time where another process has compiled them: one of the tests, or one that a test starts. */
process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, "node_modules/.cache/compiled");

/**
 * Test files that need the machine for themselves: they open thousands of connections, or run clusters, whose nodes drop out when
 * they do not get the processor in time. They run one at a time, after all others; what only waits for processes, servers
 * and browsers runs among these. A pattern that matches no file is an error.
 */
const EXCLUSIVE = [
  "http/tests/many-connections.test.ts",
  "store-mysql/tests/{galera,galera-contract}.test.ts",
].map((pattern) => `packages/${pattern}`);

for (const pattern of EXCLUSIVE)
  if (globSync(pattern, { cwd: import.meta.dirname }).length === 0)
    throw new Error(`No test file matches "${pattern}" of vitest.workspace.ts: correct or remove it.`);

/** Where a run on what is published has them at the same time, they would decide nothing more on the sources. */
const ELSEWHERE = process.env.TABLEWRIGHT_PUBLISHED === undefined ? [] : publishedTests;

/** Each project reads the sources for itself, so there are only the two. */
function project(
  name: string,
  test: NonNullable<TestProjectInlineConfiguration["test"]>,
): TestProjectInlineConfiguration {
  return {
    // Packages are read from their sources, so no build is needed.
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      pool: "forks",
      // No test file may leave global state behind, and none pays for loading the sources again. Node loads them, because what
      // Vite makes of them calls each imported function through an object.
      isolate: false,
      execArgv: ["--import", ownSources],
      experimental: { viteModuleRunner: false, nodeLoader: false },
      testTimeout,
      hookTimeout: testTimeout,
      expect: { poll: { timeout: testTimeout / 3 } },
      ...test,
    },
  };
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    sequence: { sequencer: LongFirst },
    // Once for both projects.
    globalSetup: [
      "tooling/provide-temporary-folder.ts",
      "store-postgres/tests/provide-server.ts",
      "store-mysql/tests/provide-server.ts",
    ].map((file) => join(import.meta.dirname, "packages", file)),
    projects: [
      project("packages", {
        include: ["packages/**/*.test.ts"],
        exclude: ["**/node_modules/**", "**/dist/**", ...EXCLUSIVE, ...ELSEWHERE],
        maxWorkers: 4, // for two processors, because many tests wait
        sequence: { groupOrder: 0 },
      }),
      project("exclusive", { include: EXCLUSIVE, maxWorkers: 1, sequence: { groupOrder: 1 } }),
    ],
  },
});
