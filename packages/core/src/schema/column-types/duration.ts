import { readDuration, writeDuration } from "../../values/index.ts";
import { defineTemporalType } from "./define-temporal-type.ts";

/** A span of time in seconds, below zero too. */
export const durationType = defineTemporalType({
  name: "Duration",
  summary: "A span of time.",
  expected: "a duration",
  sample: 12 * 3600,
  read: readDuration,
  write: writeDuration,
});
