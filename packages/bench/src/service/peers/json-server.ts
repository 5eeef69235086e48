import type { AddressInfo, Server } from "node:net";
import { fresh, spread } from "../operations.ts";
import type { RecordRow } from "../records.ts";
import { loadFrom, type ServicePeer, servicePeersFolder } from "./service-peer.ts";

/** What is used of the package: Express under other names. */
export interface JsonServer {
  create(): {
    use(...handlers: unknown[]): void;
    listen(port: number, host: string, done: () => void): Server;
  };
  router(source: object | string): { readonly db: { readonly _: { id: string } } };
  defaults(options: object): unknown;
}

/** json-server over what `place` makes of the rows: an object in memory, or the name of a file. */
export function jsonServer(
  variant: Pick<ServicePeer, "name" | "kind">,
  source: (data: { readonly Records: readonly RecordRow[] }, place: string) => object | string,
): ServicePeer {
  return {
    ...variant,
    folder: servicePeersFolder,
    async serve(rows, { place }) {
      const { default: package_ } = await loadFrom<{ default: JsonServer }>(
        servicePeersFolder,
        "json-server",
      );
      const server = package_.create();
      const router = package_.router(source({ Records: [...rows].flat() }, place));
      router.db._.id = "Id";
      server.use(package_.defaults({ logger: false }));
      server.use(router);
      return new Promise((done) => {
        const listening = server.listen(0, "127.0.0.1", () =>
          done((listening.address() as AddressInfo).port),
        );
      });
    },
    requests: {
      "point read": (at, rows) => [`/Records/${spread(at, rows)}`],
      "add 1 row": (at, rows) => ["/Records", fresh(at, rows, 1)[0]],
    },
    rowsOf: (row: RecordRow) => [row],
  };
}
