import { diagnose, noOutput, type Outcome } from "../../diagnostics/index.ts";
import { localeForms, lookAlikeIn, normalText, readLatLong, zoneOf } from "../../values/index.ts";
import { brokenText, defineProperty, defineTextProperty, unreadableProperty } from "./define-property.ts";

/** How dates and numbers are read and written: the tag of a Locale. */
export const locale = defineTextProperty({
  name: "Locale",
  ofBatch: true,
  summary: "how dates and numbers are read and written: a tag such as `de-DE`",
  leftOut: "the application's",
  schema: { type: "string" },
  expected: "a locale such as en-US",
  otherwise: (app) => app.locale,
  readText: (tag) => localeForms(tag)?.tag ?? null,
});

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

/** Where the caller is: HERE(). */
export const location = defineTextProperty({
  name: "Location",
  ofBatch: true,
  summary: "latitude and longitude of the caller: `HERE()`",
  leftOut: "`0.000000, 0.000000`",
  schema: { type: "string" },
  feeds: ["location"],
  expected: 'a place such as "47.6, -122.3"',
  otherwise: () => "0, 0",
  readText: readLatLong,
});

/** The properties that name the person a call is made for. */
export const runAsUserEmail = defineProperty({
  name: "RunAsUserEmail",
  ofBatch: true,
  summary: "the user of the call, `USEREMAIL()`. A key may forbid or require it",
  leftOut: "the user of the key, else the owner",
  schema: { type: "string" },
  readWith: "identity",
  read: (value) => readIdentity("RunAsUserEmail", value),
});

export const userId = defineProperty({
  name: "UserId",
  ofBatch: true,
  summary: "the same, if `RunAsUserEmail` is not given",
  leftOut: "as for `RunAsUserEmail`",
  schema: { type: "string" },
  readWith: "identity",
  read: (value) => readIdentity("UserId", value),
});

/**
 * An e-mail address that is to name a person. A blank one is refused, because it is never meant for the owner: a
 * program that looked up a person and found none would otherwise act as the owner.
 */
export function readIdentity(name: string, value: unknown): Outcome<string> {
  if (isBlank(value)) return noOutput([diagnose("auth/blank-identity", { name })]);
  if (typeof value !== "string") return noOutput([unreadableProperty(name, value, "a text")]);
  const broken = brokenText(name, value);
  if (broken !== undefined) return noOutput([broken]);
  const other = lookAlikeIn(value);
  if (other !== undefined) return noOutput([diagnose("auth/look-alike", { email: value, ...other })]);
  return { output: normalText(value), diagnostics: [] };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
