/** What a server loads before its first request: each of these costs every start tens of milliseconds and some megabytes. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { fakeEngine } from "./fake-engine.ts";

const SERVER = `
  import { createRequire } from "node:module";
  const { createServer } = await import(${JSON.stringify(resolve(import.meta.dirname, "../src/index.ts"))});
  await createServer({ engines: [] }).ready();
  const packages = Object.keys(createRequire(process.cwd() + "/").cache);
  console.log(JSON.stringify([...process.moduleLoadList, ...packages]));
`;

test("neither the platform's web client, nor compilers of schemas, nor a driver that is not asked for", async () => {
  const flags = ["--conditions=source", "--input-type=module", "--eval", SERVER];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { maxBuffer: 10_000_000 });
  const loaded = JSON.parse(stdout) as readonly string[];
  expect(loaded).toContainEqual(expect.stringMatching(/\/fastify\/fastify\.js$/u));
  const unwanted = /deps\/undici\/undici$|\/(ajv|ajv-compiler|fast-json-stringify-compiler|pg)\/|sqlite/u;
  expect(loaded.filter((name) => unwanted.test(name))).toEqual([]);
});

test("a route with a schema is refused, and told where it may be", async () => {
  const server = createServer({ engines: [fakeEngine()] });
  const schema = { querystring: { type: "object" } };
  server.get("/own", { schema }, async () => "never");
  await expect(server.ready()).rejects.toThrow("register recordApi on a Fastify server of your own");
});
