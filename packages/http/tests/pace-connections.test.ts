/** Which connections are read while many first requests come together, round by round of the event loop. */
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Connection, paceConnections } from "../src/fastify/track-connections.ts";

test("after 32 requests of a round connections that have asked nothing are read 32 in each later round", async () => {
  const server = new EventEmitter();
  const open: [Socket, Connection][] = [];
  const read = new Set<Socket>();
  const connect = (latest: object | undefined, count: number) =>
    Array.from({ length: count }, () => {
      const socket = {
        pause: () => void read.delete(socket),
        resume: () => void read.add(socket),
      } as unknown as Socket;
      read.add(socket);
      open.push([socket, { latest } as unknown as Connection]);
      return socket;
    });
  paceConnections(server as Server, { all: () => open });
  const asking = connect({}, 10);
  connect(undefined, 70);
  for (let request = 0; request < 31; request++) server.emit("request");
  expect(read.size).toBe(80);
  for (let request = 0; request < 9; request++) server.emit("request");
  expect([...read]).toEqual(asking);
  const rounds: number[] = [];
  while (read.size < 80) {
    const before = read.size;
    await setImmediate();
    rounds.push(read.size - before);
  }
  expect(rounds.filter((count) => count > 0)).toEqual([32, 32, 6]);
  for (let request = 0; request < 32; request++) server.emit("request");
  expect([...read]).toEqual(asking);
});
