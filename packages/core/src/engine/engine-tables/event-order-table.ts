import type { AppDefinition } from "../../schema/index.ts";
import { engineTable } from "./engine-table.ts";

/** The events that are sent in order and are not done with, by the lane that each is in; the first row of a lane is next. */
export const eventOrderTable = engineTable("tablewright_event_order", { Event: "text", Lane: "integer" }, 1, {
  indexed: ["Lane"],
});

/** Positions of its columns within a row. */
export const EVENT_ORDER = { event: 0, lane: 1 } as const;

/** Whether any rule has its events sent in order. */
export function hasEventOrder({ rules }: AppDefinition): boolean {
  return [...rules.values()].some(({ steps }) =>
    steps.some(
      (step) =>
        (step.kind === "webhook" && step.webhook.isInOrder) ||
        (step.kind === "email" && step.email.isInOrder),
    ),
  );
}
