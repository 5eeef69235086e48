import type { Figure, Measure } from "../figure.ts";
import { driveInTurn, type MakeRequest } from "./drive.ts";
import { expectSameRows, rowsMember } from "./expect-same-rows.ts";
import { fresh, PATH, spread } from "./operations.ts";
import type { ServicePeer } from "./peers/service-peer.ts";
import { startServer } from "./server-process.ts";
import { withPlace } from "./with-place.ts";

/** The operations that are compared, as ours are asked for them. */
export const compared: Readonly<Record<string, (at: number, rows: number) => object>> = {
  "point read": (at, rows) => ({ Action: "Find", Rows: [{ Id: spread(at, rows) }] }),
  "add 1 row": (at, rows) => ({ Action: "Add", Rows: fresh(at, rows, 1) }),
  "add 1,000 rows": (at, rows) => ({ Action: "Add", Rows: fresh(at, rows, 1_000) }),
};

/** Our requests per second of processor time over those of the peer whose module `of` names, on the same kind of store. */
export const measure: Measure = async ({ rows, duration, of = "" }) => {
  const { peer } = (await import(`./peers/${of}.ts`)) as { peer: ServicePeer };
  return withPlace(peer.kind, (ownPlace) =>
    withPlace(peer.kind, async (peerPlace) => {
      const serving = { kind: peer.kind, rows, shape: "plain" as const, isFilled: false };
      const [ours, server] = await Promise.all([
        startServer("ours", serving, ownPlace),
        startServer("peer", { ...serving, peer: of }, peerPlace),
      ]);
      await Promise.all([ownPlace.settle(), peerPlace.settle()]);
      const figures: Figure[] = [];
      for (const [name, ask] of Object.entries(compared)) {
        const request = peer.requests[name];
        if (request === undefined) continue;
        const askOurs: MakeRequest = (at) => [PATH, ask(at, rows)];
        const askPeer: MakeRequest = (at) => request(at, rows);
        await expectSameRows(
          { server: ours, makeRequest: askOurs, rowsOf: rowsMember },
          { server, makeRequest: askPeer, rowsOf: peer.rowsOf },
        );
        const [own, other] = await driveInTurn([ours, askOurs], [server, askPeer], duration);
        figures.push({
          name: `${peer.name}: ${name}`,
          ratio: own / other,
          milliseconds: [1_000 / own, 1_000 / other],
        });
      }
      await ours.stop();
      await server.stop();
      return figures;
    }),
  );
};
