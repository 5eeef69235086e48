import { setImmediate } from "node:timers/promises";
import type { Services } from "@tablewright/core";
import { drawNumber } from "./draw-number.ts";

/** Those of a command during which nothing else is done: its calls never pause. */
export const loneServices: Services = {
  now: Date.now,
  random: drawNumber,
  newId: () => crypto.randomUUID(),
};

/** The clock, the chance, the names and the event loop that this machine gives. */
export const systemServices: Services = { ...loneServices, pause: () => setImmediate() };
