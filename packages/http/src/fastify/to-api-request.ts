import type { FastifyRequest } from "fastify";
import type { ApiRequest } from "../api-request.ts";
import { nodeBody } from "./node-body.ts";

/** A request of Fastify's as the record API takes it; `prefix` is what the API is mounted below. */
export function toApiRequest(request: FastifyRequest, prefix: string): ApiRequest {
  const { raw, url, method, headers, id, ip } = request;
  const end = url.indexOf("?");
  const path = url.slice(prefix.length, end === -1 ? undefined : end);
  const isAbandoned = () => raw.socket.destroyed;
  return { method, path, url, headers, body: nodeBody(raw), id, caller: ip, isAbandoned, prefix };
}
