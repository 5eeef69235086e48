import { globSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const testTimeout = 180_000;
const root = join(import.meta.dirname, "../..");

/**
 * The tests that run on what is published: the cases of the language, random sources, and the record API over both of its
 * adapters. They are files that `npm test` runs on the sources; `test-published.mjs` hands them the packed and installed packages.
 */
export const publishedTests = globSync(
  ["packages/core/conformance/{conformance,fuzz}.test.ts", "packages/http/tests/**/*.test.ts"],
  {
    cwd: root,
    exclude: [
      // These test modules that no entrance exports.
      "packages/http/tests/{in-pieces,json-errors,made-of-routes,pace-connections,problem,scheduler,sign-in,turns,wrong-keys}.test.ts",
      // These start the sources themselves.
      "packages/http/tests/{what-a-start-loads,runtimes/runtimes}.test.ts",
      // These wait for connections to fill, break and close, for minutes in all; a build could hardly change that.
      "packages/http/tests/{answers-under-way,closing,many-connections,refused-bodies,sockets,unread-answers}.test.ts",
    ],
  },
);

export default defineConfig({
  test: {
    name: "published",
    include: publishedTests,
    // As in vitest.workspace.ts: processes that are used again, in which Node loads the modules.
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    execArgv: ["--import", join(import.meta.dirname, "published-packages.mjs")],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout,
    hookTimeout: testTimeout,
    expect: { poll: { timeout: testTimeout / 2 } },
    globalSetup: [join(import.meta.dirname, "provide-temporary-folder.ts")],
  },
});
