/** The adapters of the record API: whatever brings a request, its answer is the same. */
import type { FastifyInstance } from "fastify";
import { createServer, fetchHandler, type RecordApiOptions } from "../src/index.ts";

/** A server under test: one of Fastify's, or a function from web requests to responses. */
export type Served = FastifyInstance | ((request: Request) => Promise<Response>);

export type Serve = (options: RecordApiOptions) => Served;

/** For `describe.each`: what holds of the API is tried through each of them. */
export const adapters: readonly (readonly [name: string, serve: Serve])[] = [
  ["Fastify", (options) => createServer(options)],
  ["web requests", (options) => fetchHandler(options)],
];
