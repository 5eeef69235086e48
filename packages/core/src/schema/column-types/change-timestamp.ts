import { dateTimeType } from "./date-time.ts";
import { defineChangeType } from "./define-change-type.ts";

/** The instant of the last saved change of what it watches. */
export const changeTimestampType = defineChangeType({
  name: "ChangeTimestamp",
  summary: "When the watched columns were last changed.",
  base: dateTimeType,
  options: ["watch"],
});
