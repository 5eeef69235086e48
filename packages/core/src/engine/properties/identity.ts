import { diagnose, noOutput, type Outcome } from "../../diagnostics/index.ts";
import { lookAlikeIn, normalText } from "../../values/index.ts";
import { brokenText, defineProperty, unreadableProperty } from "./define-property.ts";

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
