import { changeEvents } from "../events/change-events.ts";
import { defineRoute } from "./define-route.ts";

/** Sends events of the outbox again: `{ "Ids": ["…"] }`, or `{ "Failed": true }` for all that have failed. */
export const retryEvents = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/events/retry",
  answer: (service, request) => changeEvents(service, request, "retry"),
});
