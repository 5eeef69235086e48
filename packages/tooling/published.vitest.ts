import { join } from "node:path";
import { defineConfig } from "vitest/config";
import sources from "../../vitest.workspace.ts";

/**
 * The tests that are true of what is published: the cases of the language, sources of every kind, and the record API over both
 * of its adapters. `test-published.mjs` runs them, each as it is, with the packages that it has packed and installed.
 */
export default defineConfig({
  ...sources,
  test: {
    ...sources.test,
    name: "published",
    include: ["packages/core/conformance/{conformance,fuzz}.test.ts", "packages/http/tests/**/*.test.ts"],
    exclude: [
      // What lies behind the entrances.
      "packages/http/tests/{few-a-round,in-pieces,json-errors,problem,scheduler,sign-in,turns,wrong-keys}.test.ts",
      // These start the sources themselves.
      "packages/http/tests/{what-a-start-loads,runtimes/runtimes}.test.ts",
      // Connections that wait, break and end: most of the time of these tests, for little that a build could change.
      "packages/http/tests/{answers-under-way,closing,many-connections,refused-bodies,sockets,unread-answers}.test.ts",
    ],
    execArgv: ["--import", join(import.meta.dirname, "published-packages.mjs")],
    globalSetup: [join(import.meta.dirname, "provide-temporary-folder.ts")],
  },
});
