/** However a query or a path spells an access key, the key stands neither in the log nor in an answer. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLogger, createServer } from "../src/index.ts";
import { call } from "./call.ts";
import { appId, fakeEngine } from "./fake-engine.ts";

const SECRET = "V2-s3cret";
const lines: string[] = [];
const logger = createLogger({ write: (line) => lines.push(line) }, "debug");
const server = createServer({ engines: [fakeEngine()], logger, limits: { wrongKeys: 1_000_000 } });
const action = `/api/v2/apps/${appId}/tables/Orders/Action`;

const letters = fc.array(fc.nat(3), { minLength: 20, maxLength: 20 });
const keyName = letters.map((forms) =>
  [..."applicationAccessKey"].map((letter, at) => inForm(letter, forms[at])).join(""),
);
const path = fc.constantFrom(
  action,
  "/",
  "/nowhere",
  "/%zz",
  `/api/v2/apps/${appId}/tables/Nope/Action`,
  "/api/v2/apps/nope/tables",
  "/healthz",
  "/openapi.json",
);
const before = fc.constantFrom("", "x=1&", ";", "?", "&&", "%00", "a;", "+", "%20", "x=1;", "&amp;", "#");
const after = fc.constantFrom(
  "=",
  "+=",
  "[]=",
  "%5B%5D=",
  "=+",
  "%3D",
  "==",
  "%00=",
  ":",
  " =".replace(" ", "%09"),
);
const spelled = fc.tuple(before, keyName, after).map((parts) => `${parts.join("")}${SECRET}`);
const method = fc.constantFrom("POST", "GET", "PUT");

test("in the query", async () => {
  const query = fc.array(spelled, { minLength: 1, maxLength: 2 });
  const property = fc.asyncProperty(path, query, method, async (place, members, how) => {
    await expectUntold(`${place}?${members.join("&")}`, how);
  });
  await fc.assert(property, { numRuns: 400 });
});

test.each([
  ["behind the path", (name: string) => `${action}&${name}=${SECRET}`],
  ["behind a semicolon", (name: string) => `${action};${name}=${SECRET}`],
  ["behind an escaped question mark", (name: string) => `${action}%3F${name}=${SECRET}`],
  [
    "in the table's place",
    (name: string) => `/api/v2/apps/${appId}/tables/Orders%3f${name}=${SECRET}/Action`,
  ],
  ["in the application's place", (name: string) => `/api/v2/apps/x%3f${name}=${SECRET}/tables`],
])("in the path, %s", async (_, place) => {
  const property = fc.asyncProperty(keyName, method, async (name, how) => expectUntold(place(name), how));
  await fc.assert(property, { numRuns: 200 });
});

async function expectUntold(url: string, how: string): Promise<void> {
  lines.length = 0;
  for (const key of ["V2-right", null]) {
    const answer = await call(server, { url, method: how, key, body: undefined });
    expect(answer.text + JSON.stringify(answer.headers)).not.toContain("s3cret");
  }
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("")).not.toContain("s3cret");
}

/** A letter as it is, in the other case, escaped, or escaped twice. */
function inForm(letter: string, form = 0): string {
  const code = letter.charCodeAt(0).toString(16);
  return [letter, letter.toUpperCase(), `%${code}`, `%25${code.toUpperCase()}`][form] ?? letter;
}
