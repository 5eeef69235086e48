/** What monitors of the server ask. */
import { jsonAnswer } from "../answers/answer.ts";
import { OK, UNAVAILABLE } from "../answers/problem.ts";
import type { Service } from "../service.ts";
import { defineRoute } from "./define-route.ts";

export const healthz = defineRoute({
  method: "GET",
  path: "/healthz",
  summary: "The process answers.",
  answer: async () => jsonAnswer(OK, JSON.stringify({ status: "alive" })),
});

export const readyz = defineRoute({
  method: "GET",
  path: "/readyz",
  summary: "Whether the server can carry out calls: not while it stops or a store is away.",
  answer: async (service) => {
    if (service.isClosing()) return jsonAnswer(UNAVAILABLE, JSON.stringify({ status: "closing" }));
    const applications = await withoutStore(service);
    return applications.length === 0
      ? jsonAnswer(OK, JSON.stringify({ status: "ready" }))
      : jsonAnswer(UNAVAILABLE, JSON.stringify({ status: "unavailable", applications }));
  },
});

/** The ids of the applications whose stores are away; why they are is not for the caller to know. */
async function withoutStore({ applications }: Service): Promise<readonly string[]> {
  const checks = await Promise.allSettled(applications.map(async ({ engine }) => engine.check()));
  return applications.filter((_, at) => checks[at]?.status === "rejected").map(({ name }) => name);
}
