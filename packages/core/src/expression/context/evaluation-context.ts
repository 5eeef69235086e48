import { checkOptions, isRecord, type OptionsOf, suggest } from "../../diagnostics/index.ts";
import { normalText, readDateTime, type Value, wallSecondsAt } from "../../values/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { After } from "../runtime/host-calls.ts";
import { defaultLimits, type Limits } from "../runtime/meter.ts";
import type { Caller } from "../runtime/request-context.ts";
import type { CellJson } from "../tree/members.ts";
import { jsonReaderOf } from "../tree/value-forms.ts";
import { type JsonRow, unreadable } from "./object-reader.ts";

/**
 * What an evaluation may read; what the expression does not read is not looked at. Rows, settings, parameters and inputs are
 * objects by name with values in the JSON form of `docs/language.md`; being `object`, an `interface` of one's own is one. A
 * DateTime that is an instant, a Date or text with `Z` or an offset, is read by the clock of `timezone`.
 */
export interface EvaluationContext {
  readonly row?: object;
  /** The row before the change, for `[_THISROW_BEFORE]`; columns it does not name did not change. */
  readonly before?: object;
  readonly tables?: Readonly<Record<string, readonly object[]>>;
  /**
   * Wall clock in `timezone`, ISO without zone: `2026-03-14T15:09:26`; or an instant: ISO with `Z` or an offset,
   * milliseconds since 1970-01-01 in UTC, a Date. Default: the clock of the platform.
   */
  readonly now?: string | number | Date;
  /** IANA or Windows name; default UTC. */
  readonly timezone?: string;
  /** BCP 47 tag; default that of the scope. */
  readonly locale?: string;
  /** `lat, long`; default `0.000000, 0.000000`. */
  readonly location?: string;
  readonly user?: { readonly email?: string; readonly name?: string; readonly role?: string };
  readonly settings?: object;
  /** Values for `[_PARAM].[name]`. */
  readonly parameters?: object;
  /** Values for INPUT(). */
  readonly inputs?: object;
  /** A number from 0 up to but without 1, for UNIQUEID and RANDBETWEEN. Default: the platform's. */
  readonly random?: () => number;
  /** Runs something after so many milliseconds and gives what cancels it, for the time-outs of functions. Default: the platform's. */
  readonly after?: After;
  /** Milliseconds, for the time limit; without one only the fuel limit holds. */
  readonly clock?: () => number;
  readonly limits?: Partial<Limits>;
}

/** Settings are texts; anything else a caller may have put there does not read. */
export function readSetting<T>(
  name: string,
  given: unknown,
  type: string,
  read: (text: string) => T | null | undefined,
): T {
  const value = typeof given === "string" ? read(given) : undefined;
  if (value !== null && value !== undefined) return value;
  throw typeof given === "string"
    ? new EvaluationError("run/unreadable-input", { name, value: given, type })
    : unreadable(name, given, type);
}

/** A member of the context that is an object, such as its settings; empty where it is left out. */
export function recordOf<T extends object>(name: string, given: T | undefined, otherwise: T): T {
  if (given !== undefined && !isRecord(given)) throw unreadable(name, given, "an object");
  return given ?? otherwise;
}

/** Callers in JavaScript may give anything in the place of a context. */
export function readable(context: EvaluationContext): EvaluationContext {
  if (typeof context !== "object" || context === null) throw unreadable("context", context, "an object");
  return context;
}

export function functionOf<T>(name: string, given: T): T {
  if (typeof given !== "function") throw unreadable(name, given, "a function");
  return given;
}

export function readUser({ email, name, role }: NonNullable<EvaluationContext["user"]>): Caller {
  return { email: normalOr(email), name: normalOr(name), role: normalOr(role) };
}

function normalOr(text: string | undefined): string | null {
  return typeof text === "string" ? normalText(text) || null : text || null;
}

export function readValues(values: JsonRow, lists?: "lists too"): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(values).map(([name, json]) => {
      const isList = lists !== undefined && Array.isArray(json);
      return [name, readNamed(name, json, isList ? readAnyList : readAny)];
    }),
  );
}

function readNamed(name: string, json: CellJson, read: typeof readAny): Value {
  const value = read(json);
  if (value === undefined) throw unreadable(name, json, "Any");
  return normalised(value);
}

/** Texts of callers are in normal form, as those of expressions are. */
function normalised(value: Value): Value {
  if (typeof value === "string") return normalText(value);
  return Array.isArray(value) ? value.map(normalised) : value;
}

const readAny = jsonReaderOf({ kind: "Any" });
const readAnyList = jsonReaderOf({ kind: "List", item: { kind: "Any" } });

/**
 * The wall clock of a zone, in seconds, that `now` means: ISO text without zone is that wall clock itself; text with `Z`
 * or an offset, a Date and a number of milliseconds are instants. Null for anything else.
 */
export function wallClockOf(now: unknown, timeZone: string): number | null {
  if (typeof now === "string") return readDateTime(now, "en-US", timeZone);
  const milliseconds = now instanceof Date ? now.getTime() : now;
  if (typeof milliseconds !== "number" || !Number.isFinite(milliseconds)) return null;
  return wallSecondsAt(milliseconds, timeZone);
}

/** The members of a context that all rows of a call have in common. */
export const SHARED_CONTEXT: OptionsOf<Omit<EvaluationContext, "row" | "before">> = {
  tables: true,
  now: true,
  timezone: true,
  locale: true,
  location: true,
  user: true,
  settings: true,
  parameters: true,
  inputs: true,
  random: true,
  after: true,
  clock: true,
  limits: true,
};

/** The members of a context for one row. */
export const ROW_CONTEXT: OptionsOf<EvaluationContext> = { ...SHARED_CONTEXT, row: true, before: true };

/**
 * Throws a TypeError for a member that is none of those that are known, and for a limit that there is not. What the members hold is
 * checked when an evaluation reads it.
 */
export function checkContext(context: object, known: Readonly<Record<string, unknown>>): void {
  if (typeof context !== "object" || context === null) return;
  for (const name in context) if (known[name] !== true) refuse(name, known);
  const { limits } = context as EvaluationContext;
  if (typeof limits === "object" && limits !== null) checkOptions('"limits" of the context', limits, LIMITS);
}

function refuse(name: string, known: Readonly<Record<string, unknown>>): never {
  const meant = suggest(name, Object.keys(known));
  const columns = known.row === true ? '; put columns into "row": { row: { … } }' : "";
  const hint = meant === undefined ? `${columns}.` : `. Did you mean "${meant}"?`;
  throw new TypeError(`The context has no member "${name}"${hint}`);
}

const LIMITS = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, true])) as OptionsOf<
  NonNullable<EvaluationContext["limits"]>
>;
