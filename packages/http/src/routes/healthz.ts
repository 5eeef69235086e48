import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { defineRoute } from "./define-route.ts";

/** The process runs and answers. */
export const healthz = defineRoute({
  method: "GET",
  path: "/healthz",
  answer: async () => jsonAnswer(OK, JSON.stringify({ status: "alive" })),
});
