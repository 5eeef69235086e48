import { type Family, hashOf, type Value } from "../../values/index.ts";
import { isPauseDueAt } from "./is-pause-due-at.ts";
import type { Meter } from "./meter.ts";
import type { Steps } from "./steps.ts";

/** As `distinctItems`, with pauses. */
export function* distinctInSteps(
  items: readonly Value[],
  family: Family,
  meter: Meter,
): Steps<readonly Value[]> {
  const seen = new Set<unknown>();
  const distinct: Value[] = [];
  for (const [at, value] of items.entries()) {
    if (isPauseDueAt(at, meter)) yield;
    const hash = hashOf(value, family);
    if (seen.has(hash)) continue;
    seen.add(hash);
    distinct.push(value);
  }
  return distinct;
}

/** As `commonItems`, with pauses. */
export function* commonInSteps(
  items: readonly Value[],
  family: Family,
  others: readonly Value[],
  meter: Meter,
): Steps<readonly Value[]> {
  const hashes = new Set<unknown>();
  for (const [at, value] of others.entries()) {
    if (isPauseDueAt(at, meter)) yield;
    hashes.add(hashOf(value, family));
  }
  const common: Value[] = [];
  for (const [at, value] of items.entries()) {
    if (isPauseDueAt(at, meter)) yield;
    if (hashes.delete(hashOf(value, family))) common.push(value);
  }
  return common;
}
