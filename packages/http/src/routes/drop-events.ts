import { changeEvents } from "../events/change-events.ts";
import { defineRoute } from "./define-route.ts";

/** Gives events of the outbox up: `{ "Ids": ["…"] }`, or `{ "Failed": true }` for all that have failed. */
export const dropEvents = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/events/drop",
  answer: (service, request) => changeEvents(service, request, "drop"),
});
