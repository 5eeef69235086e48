import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of this machine that is free now. It lies below the ports that operating systems give to outgoing connections,
 * so that none of these takes it before a server of ours does.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(FIRST, LAST);
    try {
      const server = createServer().listen(port, "127.0.0.1");
      await once(server, "listening");
      server.close();
      await once(server, "close");
      return port;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

const FIRST = 10_000;
const LAST = 32_768;
const ATTEMPTS = 20;
