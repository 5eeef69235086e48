/** Assistants by the protocol's own client: over standard input and output, and over HTTP together with other callers. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { bundledProgram } from "@tablewright/tooling/bundled-program";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callerOf } from "../../mcp/tests/shop.ts";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

const people = resolve(import.meta.dirname, "../../examples/people/app.yaml");

test("over standard input and output", async () => {
  const store = `memory:${join(folderOf({}), "rows.jsonl")}`;
  const data = resolve(people, "../data");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bundledProgram("cli/src/main.ts"), "mcp", people, "--store", store, "--data", data],
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "0.0.0" });
  await client.connect(transport, { timeout: 150_000 });
  const assistant = callerOf(client);
  const selector = 'ORDERBY(FILTER("People", [Active]), [Day Rate], TRUE)';
  expect(await assistant.use("find_rows", { table: "People", selector, limit: 1 })).toMatchObject({
    rows: [{ Name: "Siobhán O'Brien", "Day Rate": 810 }],
  });
  const change = { table: "People", action: "Edit", rows: [{ "Person ID": "P13", "Day Rate": 820 }] };
  const { token } = await assistant.use("prepare_change", change);
  expect(await assistant.use("carry_out", { token })).toMatchObject({ rows: [{ "Day Rate": 820 }] });
  expect(await assistant.codesOf("prepare_undo", { call: "x" })).toEqual(["history/no-call"]);
  await client.close();
  await expect.poll(() => readFileSync(store.slice("memory:".length), "utf8")).toContain("820");
});

test.each([
  ["a definition with errors", "id: shop", "id: [shop]", "definition/"],
  ["a definition that is not there", "", "", "there is no such file"],
])("%s is reported on the error output", async (_, before, after, words) => {
  const file = join(
    folderOf(after === "" ? {} : { "a.yaml": definitionOf().replace(before, after) }),
    "a.yaml",
  );
  const { code, out, err } = await capture("mcp", file);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(words);
});

describe("over HTTP", () => {
  let served: ReturnType<typeof begin>;
  let address = "";
  beforeAll(async () => {
    served = begin(["serve", people, "--port", "0"]);
    await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
    address = /served at (http:\/\/[^/]+)/u.exec(served.out())?.[1] ?? "";
  });
  afterAll(async () => {
    served.stop();
    await served.done;
  });

  const connect = async (path: string, key: string) => {
    const client = new Client({ name: "test", version: "0.0.0" });
    const requestInit = { headers: { ApplicationAccessKey: key } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${address}${path}`), { requestInit }));
    return callerOf(client);
  };

  test.each(["/mcp", "/mcp/people"])("at %s", async (path) => {
    const assistant = await connect(path, "V2-people-local-key");
    expect(await assistant.use("list_tables")).toMatchObject({ app: { id: "people" } });
    const change = { table: "Teams", action: "Add", rows: [{ Name: "Sails", Seats: 4 }] };
    const { token } = await assistant.use("prepare_change", change);
    expect(await assistant.use("carry_out", { token })).toMatchObject({ rows: [{ Name: "Sails" }] });
    expect(await assistant.codesOf("find_rows", { table: "Teems" })).toEqual(["table/not-found"]);
  });

  test("a wrong key is wrong there, too, and is counted for its address", async () => {
    const hello = (key: string) =>
      fetch(`${address}/mcp`, {
        method: "POST",
        headers: { ApplicationAccessKey: key, "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
    for (let at = 1; at <= 10; at++) {
      const answer = await hello("V2-wrong");
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: "auth/wrong-key" }]);
    }
    expect(await (await hello("V2-wrong")).json()).toMatchObject({ code: "limit/wrong-keys" });
    expect((await hello("V2-people-local-key")).status).not.toBe(429);
  });

  test.each(["/mcp/nope", "/mcp/constructor"])("there is no application at %s", async (path) => {
    const headers = { ApplicationAccessKey: "V2-people-local-key" };
    const response = await fetch(`${address}${path}`, { method: "POST", headers, body: "{}" });
    expect([response.status, await response.json()]).toMatchObject([404, { code: "app/not-found" }]);
  });
});

test("an operator can switch it off", async () => {
  const served = begin(["serve", people, "--port", "0", "--no-mcp"]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const address = /served at (http:\/\/[^/]+)/u.exec(served.out())?.[1] ?? "";
  const response = await fetch(`${address}/mcp`, { method: "POST", body: "{}" });
  expect(await response.json()).toMatchObject({ code: "request/no-such-path" });
  served.stop();
  await served.done;
});
