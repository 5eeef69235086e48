/** Which connections are read while requests and ends that come together use the processor, round by round. */
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { settle } from "@tablewright/tooling/virtual-time";
import { beforeEach, expect, test } from "vitest";
import { paceConnections } from "../src/fastify/pace-connections.ts";
import type { Connection, TrackedConnections } from "../src/fastify/track-connections.ts";

const kinds = {
  fresh: { latest: undefined, unsent: new Set() },
  idle: { latest: {}, unsent: new Set() },
  answering: { latest: {}, unsent: new Set([1]) },
};

let open: [Socket, Connection][];
let reads: Set<Socket>;
let scheduler: { round: number; used: number; stretchesOfArrivals(): number };
let server: EventEmitter;
let end: () => void;

beforeEach(async () => {
  await settle(); // what an earlier test has paused is read again
  open = [];
  reads = new Set();
  scheduler = { round: 1, used: 0, stretchesOfArrivals: () => scheduler.used };
  server = new EventEmitter();
  const connections = {
    all: () => open,
    onEnd: (then: () => void) => {
      end = then;
    },
  };
  paceConnections(server as Server, connections as unknown as TrackedConnections, scheduler);
});

function connect(kind: keyof typeof kinds, count: number): readonly Socket[] {
  return Array.from({ length: count }, () => {
    const socket = {
      pause: () => reads.delete(socket),
      resume: () => reads.add(socket),
    } as unknown as Socket;
    reads.add(socket);
    open.push([socket, kinds[kind] as unknown as Connection]);
    return socket;
  });
}

test.each([
  ["less than a stretch", 0, []],
  ["a stretch", 1, ["fresh"]],
  ["two stretches", 2, ["fresh", "idle"]],
])("requests that have used %s leave unread what is not being answered: %i", (_, used, paused) => {
  const all = { fresh: connect("fresh", 1), idle: connect("idle", 1), answering: connect("answering", 1) };
  scheduler.used = used;
  server.emit("request");
  const unread = Object.entries(all).filter(([, sockets]) => sockets.some((one) => !reads.has(one)));
  expect(unread.map(([kind]) => kind)).toEqual(paused);
});

test("ends of connections count as requests do", () => {
  const [fresh] = connect("fresh", 1);
  scheduler.used = 1;
  end();
  expect(reads.has(fresh as Socket)).toBe(false);
});

test("32 are read again in each round, those first that have asked before", async () => {
  const fresh = connect("fresh", 60);
  const idle = connect("idle", 40);
  scheduler.used = 2;
  server.emit("request");
  expect(reads.size).toBe(0);
  scheduler.used = 0;
  const rounds: number[] = [];
  while (reads.size < 100) {
    const before = reads.size;
    await settle();
    rounds.push(reads.size - before);
    if (rounds.length === 2) expect(idle.every((socket) => reads.has(socket))).toBe(true);
  }
  expect(rounds.filter((count) => count > 0)).toEqual([32, 32, 32, 4]);
  expect(fresh.every((socket) => reads.has(socket))).toBe(true);
});

test("what was paused in a round is paused again only in a later one", async () => {
  const [socket] = connect("fresh", 1) as [Socket];
  scheduler.used = 1;
  server.emit("request");
  await settle();
  expect(reads.has(socket)).toBe(true);
  server.emit("request");
  expect(reads.has(socket)).toBe(true);
  scheduler.round++;
  server.emit("request");
  expect(reads.has(socket)).toBe(false);
});
