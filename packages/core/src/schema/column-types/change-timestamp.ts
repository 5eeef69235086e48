import { dateTime } from "./date-time.ts";
import { defineChangeType } from "./define-change-type.ts";

/** The instant of the last saved change of what it watches. */
export const changeTimestamp = defineChangeType({
  name: "ChangeTimestamp",
  summary: "When the watched columns were last changed.",
  base: dateTime,
  options: ["watch"],
});
