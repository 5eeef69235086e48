import {
  checkOptions,
  type Forms,
  ifGiven,
  isRecord,
  kindInWords,
  type OptionsOf,
} from "../../diagnostics/index.ts";
import type { EngineRequest, PersonIdentity } from "../calls/request.ts";

export const A_TEXT = ifGiven((value) => typeof value === "string", "a text");
export const FUNCTION = [(value: unknown) => typeof value === "function", "a function"] as const;

/** Properties that are no object would be ignored. */
export const PROPERTIES = ifGiven(isRecord, "an object");

/** How a call names its caller, and what the caller may name. */
export const WHO_ASKS: Forms<Pick<EngineRequest, "properties" | "caller" | "nameable" | "accessKey">> = {
  properties: PROPERTIES,
  caller: checkCaller,
  accessKey: ifGiven((value) => typeof value === "string", "the name of an access key"),
  nameable: ifGiven((value) => hasAll(value, ["table", "action"]), "an object with table and action"),
};

/** Throws a TypeError for a caller of another form, which must never count as the owner. */
export function checkCaller(caller: unknown): void {
  if (caller === undefined || caller === "owner" || caller === "named") return;
  if (!isRecord(caller))
    throw new TypeError(
      `A caller is "owner", "named" or an object with "email", and ${kindInWords(caller)} was given.`,
    );
  checkOptions("A caller", caller as object as PersonIdentity, PERSON);
  const { role, settings = {} } = caller;
  if (!isText(role))
    throw new TypeError(`The role of a caller is a text, and ${kindInWords(role)} was given.`);
  if (!isRecord(settings))
    throw new TypeError(`The settings of a caller are an object, and ${kindInWords(settings)} was given.`);
  const wrong = Object.entries(settings).find(([, value]) => value !== null && !isText(value));
  if (wrong !== undefined)
    throw new TypeError(
      `A setting of a caller is a text or null, and "${wrong[0]}" is ${kindInWords(wrong[1])}.`,
    );
}

const PERSON: OptionsOf<PersonIdentity> = { email: true, mayNameAnother: true, role: true, settings: true };

export function hasAll(value: unknown, methods: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return methods.every((name) => typeof (value as Record<string, unknown>)[name] === "function");
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
