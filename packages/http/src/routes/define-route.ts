import type { FastifyRequest } from "fastify";
import type { Answer } from "../answers/answer.ts";
import type { Service } from "../service.ts";

/** One method on one path. A user's mistake comes back as an answer; a throw is our fault and becomes a 500. */
export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  answer(service: Service, request: FastifyRequest): Promise<Answer>;
}

export function defineRoute(route: Route): Route {
  return route;
}
