/** A server that closes waits for what is being carried out, and for nothing that has not arrived. */
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { closeServer, createServer } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";
import { countArrived, openConnection, readAnswers } from "./raw-connection.ts";

const head = `POST /api/v2/apps/${appId}/tables/Orders/Action HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\n`;
const find = `${head}Content-Length: 17\r\n\r\n{"Action":"Find"}`;
const PATIENT = 600_000;

test("half a head and half a body do not keep it open", async () => {
  const { server, port, arrived } = await start(10);
  const halves = [
    head,
    `${head}Content-Length: 17\r\n\r\n{"Act`,
    `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n`,
  ];
  const connections = halves.map((half) => {
    const connection = openConnection(port);
    connection.socket.write(half);
    return connection;
  });
  await expect.poll(arrived).toBe(halves.join("").length);
  await closeServer(server, PATIENT);
  await Promise.all(connections.map(({ ended }) => ended));
});

test("a connection whose answer began before it closes after the answer", async () => {
  const { server, port, engine } = await start();
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ "Order ID": at, Note: "n".repeat(300) }));
  engine.answer = () => ({ ok: true, rows, warnings: [] });
  const connection = openConnection(port);
  connection.socket.once("data", () => connection.socket.pause());
  connection.socket.write(find);
  await expect.poll(connection.text).toContain("HTTP/1.1 200 OK");
  const closed = closeServer(server, PATIENT);
  await expect.poll(() => server.server.listening).toBe(false);
  connection.socket.resume();
  expect(await connection.ended).toBe("ended");
  await closed;
  expect(JSON.parse(readAnswers(connection.text())[0]?.body ?? "").Rows.length).toBe(rows.length);
});

test("who is in a hurry cuts off the calls under way", async () => {
  const { server, port, engine } = await start();
  engine.answer = () => new Promise(() => {});
  const connection = openConnection(port);
  connection.socket.write(find);
  await expect.poll(() => engine.requests.length).toBe(1);
  const hurry = new AbortController();
  const closed = closeServer(server, PATIENT, hurry.signal);
  await expect.poll(() => server.server.listening).toBe(false);
  expect(connection.socket.destroyed).toBe(false);
  hurry.abort();
  await closed;
  await connection.ended;
  expect(connection.text()).toBe("");
});

test("one in a hurry from the beginning is as good", async () => {
  const { server, port, engine } = await start();
  engine.answer = () => new Promise(() => {});
  const connection = openConnection(port);
  connection.socket.write(find);
  await expect.poll(() => engine.requests.length).toBe(1);
  await closeServer(server, PATIENT, AbortSignal.abort());
  await connection.ended;
});

async function start(ending = PATIENT) {
  const engine = fakeEngine();
  const timeouts = { headers: PATIENT, request: PATIENT, keepAlive: PATIENT, answer: PATIENT, ending };
  const server = createServer({ engines: [engine], timeouts });
  const arrived = countArrived(server.server);
  await server.listen({ host: "127.0.0.1", port: 0 });
  return { engine, server, arrived, port: (server.server.address() as AddressInfo).port };
}
