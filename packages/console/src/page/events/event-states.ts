export const EVENT_STATES = ["waiting", "delivered", "failed", "dropped"] as const;

/** How far an event is; `dropped` is what an operator has given up. */
export type EventState = (typeof EVENT_STATES)[number];
