/** Webhooks over the network, to a receiver that verifies them with the published library. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isPublicAddress, nodeSend, type OutgoingRequest, Undeliverable } from "../src/index.ts";
import { listed, queue, stores, watched } from "./stores.ts";
import { work } from "./worker.ts";

const SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const OLD = `whsec_${Buffer.from("an older secret of 24 bytes or more").toString("base64")}`;

let server: Server;
let address = "";
let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
let received: Received[] = [];

interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { url: path = "", method = "", headers } = request;
    const body = await text(request).catch(() => "");
    received.push({ path, method, headers: headers as Record<string, string>, body });
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received = [];
  handle = (_, response) => response.end();
});

afterAll(() => server.close().closeAllConnections());

/** The receiver's own address and no other private one. */
const allows = (one: string) => one === "127.0.0.1" || isPublicAddress(one);
const send = nodeSend({ allows });

/** Sends one webhook, moves time on until it has been tried, and answers what the outbox then says. */
async function deliver(call: Parameters<typeof queue>[2], environment: Record<string, string> = {}) {
  const { store, isBusy } = watched(stores[0]?.[1]() ?? expect.fail());
  let underWay = 0;
  const clock = virtualClock(() => isBusy() || underWay > 0);
  const counted: typeof send = async (request, signal) => {
    underWay++;
    try {
      return await send(request, signal);
    } finally {
      underWay--;
    }
  };
  clock.setBack(clock.now() - Math.floor(Date.now() / 1_000) * 1_000); // the library looks at the time
  const worker = work(store, clock, counted, {}, environment);
  await queue(store, clock.now(), call);
  await clock.advance(1_500);
  const [event] = await listed(store);
  await worker.stop();
  return { event, log: worker.log };
}

test("the published library verifies what is signed, by each of two secrets", async () => {
  const call = { url: `${address}/hook?a=1`, body: '{"name":"Zoë 🚢"}', secret: "env:HOOK" };
  const { event, log } = await deliver(call, { HOOK: `${SECRET} ${OLD}` });
  expect(event).toMatchObject({
    state: "delivered",
    error: expect.stringMatching(/^Attempt 1 since .*: 200 OK$/u),
  });
  const [{ path = "", headers = {}, body = "" } = {}] = received;
  expect([path, headers["webhook-id"], headers["content-type"]]).toEqual([
    "/hook?a=1",
    "e1",
    "application/json",
  ]);
  for (const secret of [SECRET, OLD])
    expect(new Webhook(secret).verify(body, headers)).toEqual({ name: "Zoë 🚢" });
  const other = `whsec_${Buffer.from("another secret of 24 bytes or more").toString("base64")}`;
  expect(() => new Webhook(other).verify(body, headers)).toThrow("No matching signature");
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow("No matching signature");
  expect(JSON.stringify([event, log])).not.toContain(SECRET.slice(6));
});

test.each<[string, Record<string, string>]>([
  ['has no secret "HOOK"', {}],
  ['The secret "HOOK" cannot be read', { HOOK: "whsec_c2hvcnQ=" }],
  ['The secret "HOOK" cannot be read', { HOOK: `${SECRET} plain-words` }],
])("without a secret nothing is sent: %s", async (reason, environment) => {
  const { event } = await deliver({ url: address, secret: "env:HOOK" }, environment);
  expect(event).toMatchObject({ state: "waiting", error: expect.stringContaining(reason) });
  expect(event?.error).not.toContain("plain-words");
  expect(received).toEqual([]);
});

test("headers of the definition are sent, but for those that tell the webhook", async () => {
  const headers = {
    "X-Shop": "7",
    "Content-Type": "text/plain",
    "Webhook-Id": "mine",
    "webhook-signature": "v1,x",
  };
  await deliver({ url: address, method: "PUT", headers, body: "plain" });
  expect(received[0]).toMatchObject({ method: "PUT", body: "plain" });
  expect(received[0]?.headers).toMatchObject({
    "x-shop": "7",
    "content-type": "text/plain",
    "webhook-id": "e1",
  });
  expect(received[0]?.headers).not.toHaveProperty("webhook-signature");
});

test("a header that cannot be written fails for good", async () => {
  const { event } = await deliver({ url: address, headers: { "X-Name": "🚢" } });
  expect(event?.state).toBe("failed");
});

test("of a huge answer the beginning is read, and nothing of a secret in it is kept", async () => {
  handle = (_, response) => {
    response.writeHead(500);
    const more = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.write(`${SECRET} `);
    response.on("drain", more);
    more();
  };
  const { event } = await deliver({ url: address, secret: "env:HOOK" }, { HOOK: SECRET });
  expect(event?.error).toContain("500 Internal Server Error\nwhsec_… xxx");
  expect(event?.error?.length).toBeLessThan(2_200);
});

test.each<[string, (response: ServerResponse, request: IncomingMessage) => void, string]>([
  ["resets the connection", (response) => response.destroy(), "socket hang up"],
  [
    "breaks its answer off",
    (response) => response.writeHead(200, { "content-length": "9" }).write("ab", () => response.destroy()),
    "delivered",
  ],
  ["answers with what is no HTTP", (_, { socket }) => socket.end("what?\r\n\r\n"), "Parse Error"],
])("a receiver that %s", async (_what, answer, expected) => {
  handle = (request, response) => answer(response, request);
  const { event } = await deliver({ url: address });
  expect(`${event?.state} ${event?.error}`).toContain(expected);
});

test("a receiver that is down", async () => {
  const { event } = await deliver({ url: "http://127.0.0.1:1/" });
  expect(event).toMatchObject({ state: "waiting", error: expect.stringContaining("ECONNREFUSED") });
});

test.each<[number, string, string, string]>([
  [307, "POST", "/next", "delivered"],
  [308, "POST", "/next", "delivered"],
  [302, "GET", "/next", "delivered"],
  [302, "POST", "/next", "302 Found: a redirect that POST does not follow"],
  [307, "POST", "/loop", "more than 3 redirects"],
  [
    307,
    "POST",
    "http://127.0.0.2:PORT/next",
    '"127.0.0.2" is 127.0.0.2, which is not on the public internet',
  ],
  [307, "POST", "http://[::1]:PORT/next", '"::1" is ::1, which is not'],
  [307, "POST", "http://[::ffff:7f00:2]:PORT/next", "is ::ffff:7f00:2, which is not"],
  [307, "POST", "http://2130706434:PORT/next", "is 127.0.0.2, which is not"],
  [307, "POST", "http://0177.0.0.2:PORT/next", "is 127.0.0.2, which is not"],
  [307, "POST", "http://localhost:PORT/next", "delivered"],
  [307, "POST", "ftp://a.example/", "a redirect to ftp:, not followed"],
  [307, "POST", "http://[", "a redirect to what is no URL"],
])("a redirect: %s to %s %s", async (status, method, to, expected) => {
  const { port } = server.address() as AddressInfo;
  const location = to.replace("PORT", String(port));
  handle = ({ url }, response) => response.writeHead(url === "/next" ? 200 : status, { location }).end();
  const headers = { "X-Key": "k" };
  const { event } = await deliver({
    url: address,
    method: method as "POST",
    headers,
    ...(method === "GET" ? {} : { body: "b" }),
  });
  expect(`${event?.state} ${event?.error}`).toContain(expected);
  if (expected !== "delivered") return;
  expect(received.map(({ path, body }) => [path, body])).toEqual([
    ["/", method === "GET" ? '{"order":1}' : "b"],
    ["/next", method === "GET" ? '{"order":1}' : "b"],
  ]);
  const isSameOrigin = to.startsWith("/");
  expect(received[1]?.headers["x-key"]).toBe(isSameOrigin ? "k" : undefined);
});

test("a name is resolved once for a request, and what it is later does not matter", async () => {
  const { port } = server.address() as AddressInfo;
  const answers = ["127.0.0.1", "127.0.0.2", "10.0.0.1"];
  let asked = 0;
  const rebinding = nodeSend({
    allows,
    resolve: async () => [{ address: answers[asked++] ?? "", family: 4 }],
  });
  const request = requestTo(`http://rebind.example:${port}/`);
  expect(await rebinding(request, never)).toMatchObject({ status: 200 });
  expect([asked, received[0]?.headers.host]).toEqual([1, `rebind.example:${port}`]);
  await expect(rebinding(request, never)).rejects.toThrow(Undeliverable);
  expect([asked, received.length]).toEqual([2, 1]);
});

test("of the addresses of a name only those that are allowed are connected to", async () => {
  const { port } = server.address() as AddressInfo;
  const addresses = ["127.0.0.2", "::1", "127.0.0.1"].map((one) => ({
    address: one,
    family: one === "::1" ? 6 : 4,
  }));
  const mixed = nodeSend({ allows, resolve: async () => addresses });
  expect(await mixed(requestTo(`http://mixed.example:${port}/`), never)).toMatchObject({ status: 200 });
});

test.each([
  "http://127.0.0.1/",
  "http://localhost/",
  "http://[::1]/",
  "http://169.254.169.254/latest/meta-data",
  "http://0x7f.1/",
  "http://0/",
])("%s is not sent to by default", async (url) => {
  await expect(nodeSend()(requestTo(url), never)).rejects.toThrow("private targets are not allowed");
});

const never = new AbortController().signal;

function requestTo(url: string): OutgoingRequest {
  return { url: new URL(url), method: "GET", headers: {}, body: undefined, answerBytes: 9 };
}
