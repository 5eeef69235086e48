/** What commands get of the platform: clock, random numbers, the version and the files of this package. */

import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Services } from "@tablewright/core";

/** Those of a command during which nothing else is done: its calls never pause. */
export const loneServices: Services = {
  now: Date.now,
  random: drawNumber,
  newId: () => crypto.randomUUID(),
};

/** The clock, the chance, the names and the event loop that this machine gives. */
export const systemServices: Services = { ...loneServices, pause: () => setImmediate() };

/** A number from 0 up to but without 1, of 53 bits of the platform's cryptographic source: keys are drawn with it. */
export function drawNumber(): number {
  const [bits = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return Number(bits >> 11n) / 2 ** 53;
}

/** The version of this package, as its manifest says; the manifest lies above the sources as above what is built. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The files of a new application, which lie above the sources as above what is built. */
export const templateFolder = new URL("../template", import.meta.url);
