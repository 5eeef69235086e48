/** A call that is refused before its body has arrived: the rest is not read on, and the client still reads why. */
import { execFile } from "node:child_process";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, type TestContext, test } from "vitest";
import { closeServer, createServer } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";
import { countArrived, openConnection, readAnswers } from "./raw-connection.ts";

const run = promisify(execFile);
const path = `/api/v2/apps/${appId}/tables/Orders/Action`;
const bodyBytes = 10_000;

const isRun = (command: string) =>
  run(command, ["--version"]).then(
    () => true,
    () => false,
  );

describe.concurrent.each([
  ["a wrong key", "wrong", 403],
  ["a body beyond the limit", "V2-right", 413],
] as const)("%s", (_, key, status) => {
  describe.each([
    ["little more than the limit", 50_000],
    ["far beyond it", 30_000_000],
  ])("%s", (_, bytes) => {
    test("Node's http", async (context) => {
      const { port } = await start(context);
      expect(await viaHttp(port, key, bytes, { "content-length": bytes })).toBe(status);
      expect(await viaHttp(port, key, bytes, { "transfer-encoding": "chunked" })).toBe(status);
    });

    test("fetch", async (context) => {
      const { port } = await start(context);
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        headers: { ApplicationAccessKey: key },
        body: new Uint8Array(bytes),
      });
      expect([answer.status, ((await answer.json()) as { status: number }).status]).toEqual([status, status]);
    });

    test("curl", async (context) => {
      const { port } = await start(context);
      if (!(await isRun("curl"))) return context.skip("There is no curl here.");
      const made = `head -c ${bytes} /dev/zero | curl -s -w '%{http_code}' -o /dev/null`;
      const call = `--data-binary @- -H 'ApplicationAccessKey: ${key}' -H 'Content-Type: application/json' http://127.0.0.1:${port}${path}`;
      expect((await run("sh", ["-c", `${made} ${call}`])).stdout).toBe(String(status));
    });
  });

  test("Python's http.client, which sends all before it reads", async (context) => {
    const { port } = await start(context);
    if (!(await isRun("python3"))) return context.skip("There is no Python here.");
    const program = [
      "import http.client",
      `c = http.client.HTTPConnection("127.0.0.1", ${port})`,
      `c.request("POST", "${path}", b"x" * 70000, {"ApplicationAccessKey": "${key}"})`,
      "print(c.getresponse().status)",
    ];
    expect((await run("python3", ["-c", program.join("\n")])).stdout).toBe(`${status}\n`);
  });

  describe.each([
    ["with a length", "Content-Length: 1000000000", "x".repeat(65_536)],
    ["in chunks", "Transfer-Encoding: chunked", `10000\r\n${"x".repeat(65_536)}\r\n`],
  ])("an endless body %s", (_, framing, piece) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: ${key}\r\n${framing}\r\n\r\n`;

    test("is not read beyond the limit and a little, and its sender reads why", async (context) => {
      const { port, arrived } = await start(context);
      const connection = openConnection(port);
      connection.socket.write(head);
      const sending = setInterval(() => connection.socket.writable && connection.socket.write(piece), 5);
      expect(await connection.ended).toBe("ended");
      clearInterval(sending);
      expect(readAnswers(connection.text()).map((answer) => answer.status)).toEqual([status]);
      // What the platform had taken in before it stopped, a read of 64 kB or two, comes on top.
      expect(arrived()).toBeLessThan(bodyBytes + 65_536 + 4 * 65_536);
      connection.socket.destroy();
    });

    test("has its connection closed when its sender does not end it", async (context) => {
      const { port, server } = await start(context, 100);
      const closed = new Promise((resolve) =>
        server.once("connection", (socket) => socket.once("close", resolve)),
      );
      const { socket } = openConnection(port);
      socket.write(head);
      const sending = setInterval(() => socket.writable && socket.write(piece), 5);
      await closed;
      clearInterval(sending);
      socket.destroy();
    });
  });

  test("a rest that comes in time leaves the connection to be used again", async (context) => {
    const { port, arrived } = await start(context);
    const connection = openConnection(port);
    const line = `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: `;
    const piece = `4e20\r\n${"x".repeat(20_000)}\r\n`;
    connection.socket.write(`${line}${key}\r\nTransfer-Encoding: chunked\r\n\r\n${piece}`);
    await context.expect.poll(connection.text).toContain("}");
    const before = arrived();
    connection.socket.write(piece);
    await context.expect.poll(arrived).toBe(before + piece.length);
    connection.socket.write(
      `${piece}0\r\n\r\n${line}V2-right\r\nContent-Length: 17\r\n\r\n{"Action":"Find"}`,
    );
    await context.expect
      .poll(() => readAnswers(connection.text()).map((answer) => answer.status))
      .toEqual([status, 200]);
    connection.socket.destroy();
  });

  test("a rest that does not come is not waited for", async (context) => {
    const { port } = await start(context, 500);
    const connection = openConnection(port);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    connection.socket.write(`${head}4e20\r\n${"x".repeat(20_000)}\r\n`);
    expect(await connection.ended).toBe("ended"); // although a body may take ten minutes here
    expect(readAnswers(connection.text()).map((answer) => answer.status)).toEqual([status]);
  });
});

function viaHttp(
  port: number,
  key: string,
  bytes: number,
  headers: Record<string, number | string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const all = { ApplicationAccessKey: key, ...headers };
    const sent = request({ port, path, method: "POST", headers: all }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    sent.on("error", reject);
    sent.end(Buffer.alloc(bytes));
  });
}

/** Unless a test says otherwise, a client may be as slow as it is on a busy machine. */
async function start({ onTestFinished }: TestContext, ending = 600_000) {
  const timeouts = { headers: 600_000, request: 600_000, ending };
  const server = createServer({ engines: [fakeEngine()], limits: { bodyBytes }, timeouts });
  const arrived = countArrived(server.server);
  onTestFinished(() => closeServer(server, 0));
  await server.listen({ host: "127.0.0.1", port: 0 });
  return { server: server.server, arrived, port: (server.server.address() as AddressInfo).port };
}
