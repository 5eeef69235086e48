import type { TimeSlice } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type Authenticated, authenticate } from "../access/authenticate.ts";
import type { Answer } from "../answers/answer.ts";
import { writeProblem } from "../answers/write-problem.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Service } from "../service.ts";
import { carryOut } from "../turns/carry-out.ts";
import { defineRoute, type Route } from "./define-route.ts";

/** A call on a table or slice whose key reaches it, and whose body was read. */
export interface TableCall {
  readonly service: Service;
  readonly authenticated: Authenticated;
  readonly request: ApiRequest;
  readonly body: JsonValue;
  readonly turn: TimeSlice;
}

interface TableRoute {
  /** The last segment of its path. */
  readonly name: string;
  answer(call: TableCall): Promise<Answer>;
}

/** What is sent to a table or slice with a body, and carried out within the limits of its key. */
export function defineTableRoute({ name, answer }: TableRoute): Route {
  return defineRoute({
    method: "POST",
    path: `/api/v2/apps/:appId/tables/:tableName/${name}`,
    answer: (service, request) => {
      const { output: authenticated, diagnostics } = authenticate(service, request);
      if (authenticated === undefined) return Promise.resolve(writeProblem(diagnostics, request.id));
      const work = (body: JsonValue, turn: TimeSlice) =>
        answer({ service, authenticated, request, body, turn });
      return carryOut(service, authenticated.key, request, work, authenticated.application.limits);
    },
  });
}
