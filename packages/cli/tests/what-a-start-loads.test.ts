/** What serving loads before its first request: a driver that is not asked for costs tens of milliseconds and megabytes. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const START = `
  import { createRequire } from "node:module";
  const source = ${JSON.stringify(resolve(import.meta.dirname, "../src"))};
  await import(source + "/serve/serve-files.ts");
  const { openStore } = await import(source + "/stores/open-store.ts");
  await openStore("memory:");
  const packages = Object.keys(createRequire(process.cwd() + "/").cache);
  console.log(JSON.stringify([...process.moduleLoadList, ...packages]));
`;

test("a store in memory loads no driver of a database, and not the platform's web client", async () => {
  const flags = ["--conditions=source", "--input-type=module", "--eval", START];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { maxBuffer: 10_000_000 });
  const loaded = JSON.parse(stdout) as readonly string[];
  expect(loaded).toContainEqual(expect.stringMatching(/\/fastify\/fastify\.js$/u));
  expect(loaded.filter((name) => /\/pg\/|sqlite|deps\/undici\/undici$/u.test(name))).toEqual([]);
});
