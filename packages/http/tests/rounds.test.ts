/** Answers of one round of the event loop are sent together. */
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";
import { openConnection, readAnswers } from "./raw-connection.ts";

const call =
  `POST /api/v2/apps/${appId}/tables/Orders/Action HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\n` +
  'Content-Length: 17\r\n\r\n{"Action":"Find"}';

test("an answer is written when the other calls of its round have been carried out", async (context) => {
  const happened: string[] = [];
  const engine = fakeEngine();
  const answerOf = engine.answer;
  engine.answer = (request) => {
    happened.push("carried out");
    return answerOf(request);
  };
  const server = createServer({ engines: [engine] });
  context.onTestFinished(() => server.close());
  server.addHook("onSend", async () => void happened.push("sent"));
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const connections = [1, 2, 3].map(() => openConnection(port));
  const askAll = async (calls: number) => {
    for (const { socket } of connections) socket.write(call);
    await expect
      .poll(() => connections.map(({ text }) => readAnswers(text()).length))
      .toEqual(connections.map(() => calls));
  };
  await askAll(1); // the platform accepts one connection in a round
  happened.length = 0;
  await askAll(2);
  for (const { socket } of connections) socket.destroy();
  expect(happened).toEqual(["carried out", "carried out", "carried out", "sent", "sent", "sent"]);
});
