import { jsonAnswer } from "../answer.ts";
import { OK, UNAVAILABLE } from "../problem.ts";
import { defineRoute } from "./define-route.ts";

/** Calls are taken: not while the server closes. */
export const readyz = defineRoute({
  method: "GET",
  path: "/readyz",
  answer: async (service) =>
    service.isClosing()
      ? jsonAnswer(UNAVAILABLE, JSON.stringify({ status: "closing" }))
      : jsonAnswer(OK, JSON.stringify({ status: "ready" })),
});
