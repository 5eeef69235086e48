/** A way to a server that a test can block, so that nothing comes through, or close, so that nobody is let in. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface BreakableWay {
  /** The server's address by this way. */
  readonly url: string;
  block(): void;
  unblock(): void;
  /** Breaks the connections there are. */
  drop(): void;
  close(): Promise<void>;
}

export async function breakableWay(to: string): Promise<BreakableWay> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isBlocked = false;
  const way = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => isBlocked || into.write(data));
      from.on("error", () => {});
      from.on("close", () => into.destroy());
    }
  });
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  const drop = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const url = new URL(to);
  url.port = String((way.address() as AddressInfo).port);
  return {
    url: url.href,
    block: () => {
      isBlocked = true;
    },
    unblock: () => {
      isBlocked = false;
    },
    drop,
    close: async () => {
      if (!way.listening) return;
      const closed = once(way, "close");
      way.close();
      drop();
      await closed;
    },
  };
}
