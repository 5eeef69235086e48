import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { defineRoute } from "./define-route.ts";

export const healthz = defineRoute({
  method: "GET",
  path: "/healthz",
  summary: "The process answers.",
  answer: async () => jsonAnswer(OK, JSON.stringify({ status: "alive" })),
});
