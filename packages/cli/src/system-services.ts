import type { Services } from "@tablewright/core";

/** The clock, the chance and the names this machine gives. */
export const systemServices: Services = {
  now: Date.now,
  random: Math.random,
  newId: () => crypto.randomUUID(),
};
