/** The help desk over HTTP, until it is interrupted. Run it with `npx node --conditions=source`. */
import { setImmediate } from "node:timers/promises";
import { answerRequests } from "./answer-requests.ts";
import { hostOnNode } from "./host-on-node.ts";
import { openDesk } from "./open-desk.ts";
import { peopleOf } from "./people.ts";

const people = peopleOf(
  new Map([
    ["token-of-ann", { email: "ann@example.com", role: "User" }],
    ["token-of-max", { email: "max@example.com", role: "Agent" }],
  ]),
);
const engine = await openDesk({
  now: Date.now,
  random: () => Number(crypto.getRandomValues(new Uint32Array(1))[0]) / 2 ** 32,
  newId: () => crypto.randomUUID(),
  pause: () => setImmediate(),
  roleOf: people.roleOf,
  log: ({ level, message, details }) => console.error(level, message, details),
});
const server = hostOnNode(answerRequests(engine, people), console.error);
server.listen(8090, "127.0.0.1", () => {
  console.log(
    `curl -s http://127.0.0.1:8090/tickets -H 'Authorization: Bearer token-of-ann' -d '{"Subject": "Tea"}'`,
  );
});
process.once("SIGINT", () => server.close(() => engine.close()));
