/** The record web API for servers of web requests, with nothing of Fastify: `@tablewright/http/fetch`. */
export { type FetchHandlerOptions, fetchHandler } from "./fetch-handler.ts";
