import { checkOptions, expectForm, isRecord, kindInWords, type OptionsOf } from "../../diagnostics/index.ts";
import type { EngineRequest, PersonIdentity } from "../calls/request.ts";

/** Throws a TypeError where a call names its caller, or what the caller may name, in another form. */
export function checkWhoAsks(
  name: string,
  request: Pick<EngineRequest, "properties" | "caller" | "nameable" | "accessKey">,
): void {
  const { caller, nameable, accessKey } = request;
  checkProperties(name, request);
  checkCaller(caller);
  expectForm(isText(accessKey), name, "accessKey", "the name of an access key", accessKey);
  const mayAsk = nameable === undefined || hasAll(nameable, ["table", "action"]);
  expectForm(mayAsk, name, "nameable", "an object with table and action", nameable);
}

/** Throws a TypeError for properties that are no object; they would be ignored. */
export function checkProperties(name: string, { properties }: { readonly properties?: unknown }): void {
  const isRead = properties === undefined || isRecord(properties);
  expectForm(isRead, name, "properties", "an object", properties);
}

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

export function isText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
