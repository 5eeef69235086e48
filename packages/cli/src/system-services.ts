import type { Services } from "@tablewright/core";

/** The clock and the chance of this machine. */
export const systemServices: Services = { now: Date.now, random: Math.random };
