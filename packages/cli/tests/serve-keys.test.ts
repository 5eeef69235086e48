/** Access keys on the command line: what is printed of them, and where they are taken. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { isLoopback } from "../src/access-keys.ts";
import { drawNumber } from "../src/platform.ts";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

const running: ReturnType<typeof begin>[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.stop();
    await one.done;
  }
});

async function serve(...input: readonly string[]) {
  const served = begin(["serve", ...input, "--port", "0"]);
  running.push(served);
  await expect.poll(() => served.out() + served.err()).toContain("curl ");
  return served;
}

const SECRET = String.raw`V2-a secret, it's \"long\"`;
const plain = (more = "") => definitionOf(`accessKeys: [{ name: local, key: "${SECRET}"${more} }]`);

test.each([
  ["a sound definition", plain()],
  ["one with an error on the line of the key", plain(", tables: [Nope]")],
  [
    "one in block style",
    plain().replace(/api: .*/, `api:\n    accessKeys:\n      - name: x\n        key: V2-a secret\n`),
  ],
])("check and serve print no key of %s", async (_, definition) => {
  const file = join(folderOf({ "app.yaml": definition }), "app.yaml");
  const { out, err } = await capture("check", file);
  expect(out + err).toContain("definition/plain-key");
  expect(out + err).not.toMatch(/V2|secret|long/);
});

test("serve prints the key of the bundled example, and of no copy of it", async () => {
  const example = resolve(import.meta.dirname, "../../examples/people/app.yaml");
  expect((await serve(example)).out()).toContain("'ApplicationAccessKey: V2-people-local-key'");
  const file = join(folderOf({ "app.yaml": plain() }), "app.yaml");
  const served = await serve(file);
  expect(served.out()).toContain("Try it, with an access key in TABLEWRIGHT_KEY:\n  curl -s ");
  expect(served.out()).toContain('"ApplicationAccessKey: $TABLEWRIGHT_KEY"');
  expect(served.out() + served.err()).not.toMatch(/V2|secret/);
});

test.each(["0.0.0.0", "::", "example.com", "10.0.0.1"])("a plain key is refused on %s", async (host) => {
  const file = join(folderOf({ "app.yaml": plain() }), "app.yaml");
  const store = join(folderOf({}), "rows.sqlite");
  const { code, err } = await capture(
    "serve",
    file,
    "--port",
    "0",
    "--host",
    host,
    "--store",
    `sqlite:${store}`,
  );
  expect(code).toBe(1);
  expect(err).toContain(
    'The access key "local" is in the file as plain text, and other machines could reach the server.',
  );
  expect(err).not.toMatch(/V2|secret/);
  expect(() => statSync(store)).toThrow("ENOENT");
});

test("a plain key is taken there when that is said, and a SHA-256 without it", async () => {
  const file = join(folderOf({ "app.yaml": plain() }), "app.yaml");
  await serve(file, "--host", "0.0.0.0", "--allow-plain-keys");
  const sha256 = "0a8f3b1c5d7e9f2a4b6c8d0e1f3a5b7c9d1e3f5a7b9c1d3e5f7a9b1c3d5e7f90";
  const hashed = definitionOf(`accessKeys: [{ name: local, sha256: ${sha256} }]`);
  await serve(join(folderOf({ "app.yaml": hashed }), "app.yaml"), "--host", "0.0.0.0");
});

test.each([
  [[], 200],
  [["--no-query-keys"], 400],
])("a key in the address with %j", async (flags, status) => {
  const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
  const out = (await serve(file, ...flags)).out();
  const [, address] = / served at (\S+)\n/u.exec(out) ?? [];
  const key = `applicationAccessKey=${encodeURIComponent("V2-it's")}`;
  const answer = await fetch(`${address}/tables/Notes/Action?${key}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"Action":"Find"}',
  });
  expect(answer.status).toBe(status);
});

test.each([
  ["127.0.0.1", true],
  ["127.9.8.7", true],
  ["::1", true],
  ["0:0:0:0:0:0:0:1", true],
  ["localhost", true],
  ["LOCALHOST", true],
  ["0.0.0.0", false],
  ["::", false],
  ["128.0.0.1", false],
  ["127.0.0.1.example.com", false],
  ["localhost.example.com", false],
  ["", false],
])("%s is this machine's own address: %s", (host, own) => expect(isLoopback(host)).toBe(own));

test("numbers are drawn from 0 up to but without 1, with 53 bits", () => {
  const drawn = Array.from({ length: 2_000 }, drawNumber);
  expect(drawn.every((one) => one >= 0 && one < 1 && Number.isInteger(one * 2 ** 53))).toBe(true);
  expect(new Set(drawn).size).toBe(2_000);
  expect(drawn.some((one) => (one * 2 ** 53) % 2 === 1)).toBe(true);
});
