import { zoneOf } from "../../values/index.ts";
import { defineTextProperty } from "./define-property.ts";

/** The zone of the call, as `zoneOf` gives it, and the name it was sent by. */
export const timezone = defineTextProperty({
  name: "Timezone",
  ofBatch: true,
  summary:
    "the time zone of `NOW()`, `TODAY()` and of times with an offset: an IANA or Windows name, or an offset such as `UTC-5` or `+07:00`",
  leftOut: "the application's",
  schema: { type: "string" },
  feeds: ["now", "timeZone", "timeZoneName"],
  expected: "a time zone such as Europe/Berlin",
  otherwise: (app) => app.timezone,
  readText: (name) => {
    const zone = zoneOf(name);
    return zone === undefined ? null : { zone, name };
  },
});
