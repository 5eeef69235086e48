import { checkOptions, kindInWords, type OptionsOf } from "../../diagnostics/index.ts";
import type { EngineRequest, PersonIdentity } from "../calls/request.ts";

/** Throws a TypeError for what a call says of its caller in a form that there is not. */
export function checkWhoAsks(
  name: string,
  request: Pick<EngineRequest, "properties" | "caller" | "nameable">,
): void {
  const { caller, nameable } = request;
  checkProperties(name, request);
  checkCaller(caller);
  const mayAsk = nameable === undefined || hasAll(nameable, ["table", "action"]);
  expectForm(mayAsk, name, "nameable", "an object with table and action", nameable);
}

/** Throws a TypeError for properties that are no object: taken for none, they would be passed over. */
export function checkProperties(name: string, { properties }: { readonly properties?: unknown }): void {
  const isRead = properties === undefined || properties === null || kindInWords(properties) === "an object";
  expectForm(isRead, name, "properties", "an object", properties);
}

/** Throws a TypeError for a caller that is none: it must never pass for the owner. */
export function checkCaller(caller: unknown): void {
  if (caller === undefined || caller === "owner" || caller === "named") return;
  if (kindInWords(caller) !== "an object")
    throw new TypeError(
      `A caller is "owner", "named" or an object with "email", and ${kindInWords(caller)} was given.`,
    );
  checkOptions("A caller", caller as PersonIdentity, PERSON);
  const { role, settings = {} } = caller as { readonly role?: unknown; readonly settings?: unknown };
  if (!isText(role))
    throw new TypeError(`The role of a caller is a text, and ${kindInWords(role)} was given.`);
  if (kindInWords(settings) !== "an object")
    throw new TypeError(`The settings of a caller are an object, and ${kindInWords(settings)} was given.`);
  const wrong = Object.entries(settings as object).find(([, value]) => value !== null && !isText(value));
  if (wrong !== undefined)
    throw new TypeError(
      `A setting of a caller is a text or null, and "${wrong[0]}" is ${kindInWords(wrong[1])}.`,
    );
}

const PERSON: OptionsOf<PersonIdentity> = { email: true, mayNameAnother: true, role: true, settings: true };

/** Throws a TypeError that says what an option is, where it is something else. */
export function expectForm(
  holds: boolean,
  caller: string,
  option: string,
  expected: string,
  given: unknown,
): void {
  if (holds) return;
  const shown =
    typeof given === "string"
      ? JSON.stringify(given)
      : typeof given === "number"
        ? given
        : kindInWords(given);
  throw new TypeError(`${caller} takes "${option}" as ${expected}, and was given ${shown}.`);
}

export function hasAll(value: unknown, methods: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return methods.every((name) => typeof (value as Record<string, unknown>)[name] === "function");
}

export function isText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
