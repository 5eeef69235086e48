import type { Services } from "@tablewright/core";
import { drawNumber } from "./draw-number.ts";

/** The clock, the chance and the names this machine gives. */
export const systemServices: Services = {
  now: Date.now,
  random: drawNumber,
  newId: () => crypto.randomUUID(),
};
