/** Two servers over the same rows, driven in turn: our requests per second of processor time over those of the other. */
import type { Figure, Measure } from "../figure.ts";
import { kindIn } from "../open-store.ts";
import { type Driven, driveInTurn, type MakeRequest } from "./drive.ts";
import { expectSameRows, rowsMember } from "./expect-same-rows.ts";
import { findRequest, fresh, operations, PATH, spread } from "./operations.ts";
import { recordBatches } from "./records.ts";
import { type ServerProcess, type Serving, startServer } from "./server-process.ts";
import { servicePeers } from "./service-peers.ts";
import { withPlace } from "./with-place.ts";

/** How many requests must have the same answer before any is timed. */
const CHECKED = 3;

/** One operation on one store, `of` being "store: operation": ours over the floor. */
export const measureOperation: Measure = ({ rows, duration, of = "" }) => {
  const operation = operations.find(({ name }) => of.endsWith(`: ${name}`));
  if (operation === undefined) throw new Error(`There is no operation "${of}".`);
  const serving = { kind: kindIn(of), rows, shape: operation.shape };
  return withServers([serving, serving], ["ours", "floor"], async (ours, floor) => {
    const askOurs: MakeRequest = (at) => [PATH, operation.ours(at, rows)];
    const askFloor: MakeRequest = (at) => operation.floor(at, rows);
    for (let at = 0; at < CHECKED; at++) {
      await expectSameRows(
        { server: ours, makeRequest: askOurs, rowsOf: rowsMember },
        { server: floor, makeRequest: askFloor, rowsOf: rowsMember },
        at,
      );
    }
    return [await compared(of, [ours, askOurs], [floor, askFloor], duration, CHECKED)];
  });
};

/** The rows of one name, where the column of the names has an index, over where it has none. */
export const measureIndex: Measure = ({ rows, duration, of = "" }) => {
  const serving = { kind: kindIn(of), rows };
  const names = [...recordBatches(Math.min(rows, 10_000))].flat().map(({ Name }) => Name);
  const makeRequest: MakeRequest = (at) => [
    PATH,
    findRequest(`FILTER("Records", [Name] = "${names[spread(at, names.length)] ?? names[0]}")`),
  ];
  const shapes = [
    { ...serving, shape: "indexed" },
    { ...serving, shape: "plain" },
  ] as const;
  return withServers(shapes, ["ours", "ours"], async (indexed, scanned) => {
    const asked = { makeRequest, rowsOf: rowsMember };
    await expectSameRows({ server: indexed, ...asked }, { server: scanned, ...asked });
    return [await compared(of, [indexed, makeRequest], [scanned, makeRequest], duration)];
  });
};

/** The processor time of an Add of 1,000 rows with a history, over the same without one. */
export const measureHistory: Measure = ({ rows, duration, of = "" }) => {
  const serving = { kind: kindIn(of), rows };
  const add = operations.find(({ name }) => name.startsWith("add 1,000 rows"));
  const shapes = [
    { ...serving, shape: "history" },
    { ...serving, shape: "rules" },
  ] as const;
  return withServers(shapes, ["ours", "ours"], async (recorded, plain) => {
    const makeRequest: MakeRequest = (at) => [PATH, add?.ours(at, rows)];
    const figure = await compared(of, [recorded, makeRequest], [plain, makeRequest], duration);
    return [{ ...figure, ratio: 1 / figure.ratio }];
  });
};

/** The operations that servers of others are compared by, as ours are asked for them. */
export const comparedOperations: Readonly<Record<string, (at: number, rows: number) => object>> = {
  "point read": (at, rows) => ({ Action: "Find", Rows: [{ Id: spread(at, rows) }] }),
  "add 1 row": (at, rows) => ({ Action: "Add", Rows: fresh(at, rows, 1) }),
  "add 1,000 rows": (at, rows) => ({ Action: "Add", Rows: fresh(at, rows, 1_000) }),
};

/** Ours over the peer of the name `of`, on the same kind of store. */
export const measureServicePeer: Measure = ({ rows, duration, of = "" }) => {
  const peer = servicePeers[of];
  if (peer === undefined) throw new Error(`There is no server "${of}".`);
  const serving = { kind: peer.kind, rows, shape: "plain" } as const;
  return withServers([serving, { ...serving, peer: of }], ["ours", "peer"], async (ours, server) => {
    const figures: Figure[] = [];
    for (const [name, ask] of Object.entries(comparedOperations)) {
      const request = peer.requests[name];
      if (request === undefined) continue;
      const askOurs: MakeRequest = (at) => [PATH, ask(at, rows)];
      const askPeer: MakeRequest = (at) => request(at, rows);
      await expectSameRows(
        { server: ours, makeRequest: askOurs, rowsOf: rowsMember },
        { server, makeRequest: askPeer, rowsOf: peer.rowsOf },
      );
      figures.push(await compared(`${peer.name}: ${name}`, [ours, askOurs], [server, askPeer], duration));
    }
    return figures;
  });
};

/** Each in a place of its own: on PostgreSQL their tables have the same name. */
async function withServers<T>(
  [first, second]: readonly [Serving, Serving],
  [one, other]: readonly [Parameters<typeof startServer>[0], Parameters<typeof startServer>[0]],
  work: (first: ServerProcess, second: ServerProcess) => Promise<T>,
): Promise<T> {
  return withPlace(first.kind, (firstPlace) =>
    withPlace(second.kind, async (secondPlace) => {
      const [server, reference] = await Promise.all([
        startServer(one, first, firstPlace),
        startServer(other, second, secondPlace),
      ]);
      await Promise.all([firstPlace.settle(), secondPlace.settle()]);
      const result = await work(server, reference);
      await Promise.all([server.stop(), reference.stop()]);
      return result;
    }),
  );
}

async function compared(
  name: string,
  first: Driven,
  second: Driven,
  duration: number,
  from?: number,
): Promise<Figure> {
  const [measured, reference] = await driveInTurn(first, second, duration, from);
  return { name, ratio: measured / reference, milliseconds: [1_000 / measured, 1_000 / reference] };
}
