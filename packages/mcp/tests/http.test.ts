/** The protocol over HTTP, by its own client and by hand. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { mcpHttpHandler } from "../src/index.ts";
import { callerOf, openShop } from "./shop.ts";

async function serveShop() {
  const { send } = await openShop();
  return mcpHttpHandler({ send, app: "shop", version: "0.0.0" });
}

async function connect(handle: (request: Request) => Promise<Response>, headers: Record<string, string>) {
  const client = new Client({ name: "test", version: "0.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL("http://shop.example/mcp"), {
    requestInit: { headers },
    fetch: (url, init) => handle(new Request(url, init)),
  });
  await client.connect(transport);
  return callerOf(client);
}

test("a caller is who the headers name, from one request to the next", async () => {
  const handle = await serveShop();
  const boss = await connect(handle, { ApplicationAccessKey: "V2-all" });
  const ann = await connect(handle, { ApplicationAccessKey: "V2-ann" });
  const change = { table: "Orders", action: "Edit", rows: [{ Order: 2, Total: 25 }] };
  const { token } = await ann.use("prepare_change", change);
  expect(await boss.codesOf("carry_out", { token })).toEqual(["request/unknown-token"]);
  expect(await ann.use("carry_out", { token })).toMatchObject({ rows: [{ Total: 25 }] });
  expect((await boss.use("find_rows", { table: "Orders" })).rows).toHaveLength(3);
  expect((await ann.use("find_rows", { table: "Orders" })).rows).toHaveLength(1);
});

test("without a key or a token nothing is answered", async () => {
  const handle = await serveShop();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const response = await handle(new Request("http://shop.example/mcp", { method: "POST", body }));
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    error: { message: "Name yourself: an access key in the header ApplicationAccessKey is missing." },
  });
});

test.each([
  [262_144, 200],
  [262_145, 413],
])("a request of %d bytes is answered with %d", async (bytes, status) => {
  const handle = await serveShop();
  const message = (text: string) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "find_rows", arguments: { table: "Orders", params: { text } } },
    });
  const body = message("x".repeat(bytes - message("").length));
  const headers = {
    ApplicationAccessKey: "V2-all",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const response = await handle(new Request("http://shop.example/mcp", { method: "POST", body, headers }));
  expect(response.status).toBe(status);
  await response.text();
});

test("nobody listens for changes of the tools, which there are none of: such a stream is over at once", async () => {
  const handle = await serveShop();
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { _meta: meta, notifications: { toolsListChanged: true } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params });
  const headers = {
    ApplicationAccessKey: "V2-all",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "subscriptions/listen",
  };
  const response = await handle(new Request("http://shop.example/mcp", { method: "POST", body, headers }));
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await response.text()).toContain('"resultType":"complete"');
});

test.each(["GET", "DELETE"])("there is no session to %s", async (method) => {
  const handle = await serveShop();
  const headers = { ApplicationAccessKey: "V2-all", accept: "text/event-stream" };
  const response = await handle(new Request("http://shop.example/mcp", { method, headers }));
  expect(response.status).toBe(405);
  await response.text();
});
