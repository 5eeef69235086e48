import { utcSecondsOf, wallSecondsOf, zoneOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { secondsOrBlank } from "./calendar.ts";

export const convertTimeZone = defineFunction("date and time", {
  signature: "CONVERTTIMEZONE(when: DateTime, from zone: Text, to zone: Text): DateTime",
  summary: "The date and time that clocks show in another time zone.",
  details:
    "Zones are written as Europe/Berlin, Pacific Standard Time or UTC+2; an unknown one gives blank. Of a time that occurs twice, the first counts.",
  evaluate: (when, from, to) => {
    const [zone, other] = [zoneOf(from), zoneOf(to)];
    if (zone === undefined || other === undefined) return null;
    return secondsOrBlank(wallSecondsOf(utcSecondsOf(when, zone), other));
  },
  examples: [
    ['CONVERTTIMEZONE("7/1/2026 12:00:00", "Europe/Berlin", "America/New_York")', "2026-07-01T06:00:00"],
  ],
});
