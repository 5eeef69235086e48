import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import { buildConsole } from "./build-console.ts";

export interface ServedPlayground {
  /** Of a folder below the root of the server, as a host of static files has it. */
  readonly address: string;
  /** Paths that were asked for. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** The static playground, by a server that knows files only, on a free port; it is built where it is not. */
export async function servePlayground(): Promise<ServedPlayground> {
  buildConsole("playground");
  const requests: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    requests.push(url);
    const path = url.startsWith(BELOW) ? join(FOLDER, url.slice(BELOW.length) || "index.html") : "";
    if (!path.startsWith(FOLDER) || !existsSync(path)) return response.writeHead(404).end();
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    return createReadStream(path).pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BELOW}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const BELOW = "/some/folder/";
const FOLDER = resolve(import.meta.dirname, "../dist/playground");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};
