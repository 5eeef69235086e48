import type { Frame } from "./frame.ts";

/**
 * Takes the work of a function that spends nothing itself off the budget, where it is given a long text or list: a call
 * of a short one costs nothing, and however many long ones an expression looks through, its time is watched.
 */
export function chargeParts(value: unknown, frame: Frame): void {
  if (hasManyParts(value)) chargeLength(value.length, frame);
}

/** As `chargeParts`, by the length of what the function is given. */
export function chargeLength(length: number, { context }: Frame): void {
  if (length > LONGEST_FREE) context.meter.spend(Math.ceil(length / PARTS_A_STEP));
}

export function hasManyParts(value: unknown): value is string | readonly unknown[] {
  return (typeof value === "string" || Array.isArray(value)) && value.length > LONGEST_FREE;
}

const LONGEST_FREE = 1_024;
const PARTS_A_STEP = 64;
