import type { Server } from "node:http";
import type { Metrics } from "./create-metrics.ts";

/** A server that answers `GET /metrics` and nothing else, not yet listening. It knows no keys: who reaches it may read. */
export function serveMetrics(metrics: Metrics, reportError: (error: unknown) => void): Server {
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    const isScrape = request.method === "GET" && /^\/metrics(\?|$)/u.test(request.url ?? "");
    if (!isScrape) return void response.writeHead(404).end("GET /metrics is all there is here.\n");
    metrics.write().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      (error: unknown) => {
        reportError(error);
        response.writeHead(500).end("The metrics could not be read; the log says why.\n");
      },
    );
  });
  server.maxConnections = MOST_READERS;
  return server;
}

/** Connections at a time. */
const MOST_READERS = 32;
