/** Answers of one round of the event loop are sent together. */
import { expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { call } from "./call.ts";
import { fakeEngine } from "./fake-engine.ts";

test("an answer is written when the other calls of its round have been carried out", async () => {
  const happened: string[] = [];
  const engine = fakeEngine();
  const answerOf = engine.answer;
  engine.answer = (request) => {
    happened.push("carried out");
    return answerOf(request);
  };
  // However busy the machine is, none of the calls waits for a stretch of its own.
  const server = createServer({ engines: [engine], limits: { stretch: 60_000 } });
  server.addHook("onSend", async () => void happened.push("sent"));
  await server.ready();
  await Promise.all([call(server), call(server), call(server)]);
  await server.close();
  expect(happened).toEqual(["carried out", "carried out", "carried out", "sent", "sent", "sent"]);
});
