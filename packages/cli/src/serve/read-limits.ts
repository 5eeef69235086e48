import { type EngineLimits, suggest } from "@tablewright/core";
import { defaultServiceLimits, defaultTimeouts, type ServiceLimits, type Timeouts } from "@tablewright/http";

/** Limits in the place of those in `docs/limits.md`. */
export interface GivenLimits {
  readonly engine: Partial<EngineLimits>;
  readonly calls: Partial<ServiceLimits>;
  readonly timeouts: Partial<Timeouts>;
}

interface ReadLimits {
  readonly limits: GivenLimits;
  /** A sentence for each text that is wrong. */
  readonly errors: readonly string[];
}

/** Reads texts such as `rows=50000`. */
export function readLimits(texts: readonly string[]): ReadLimits {
  const limits: Record<keyof GivenLimits, Record<string, number>> = { engine: {}, calls: {}, timeouts: {} };
  const errors: string[] = [];
  for (const text of texts) {
    const [, name = "", digits] = /^(\w+)=(\d{1,15})$/u.exec(text) ?? [];
    const [place] = PLACES.find(([, names]) => names.includes(name)) ?? [];
    const error = errorOf(text, name, digits, place);
    if (error !== undefined) errors.push(error);
    else if (place !== undefined) limits[place][name] = Number(digits);
  }
  return { limits, errors };
}

function errorOf(
  text: string,
  name: string,
  digits: string | undefined,
  place: keyof GivenLimits | undefined,
): string | undefined {
  if (digits === undefined)
    return `"${text}" is no limit: give a name and a whole number, such as rows=50000.`;
  if (place === undefined) return `There is no limit "${name}".${hintFor(name)}`;
  if (Number(digits) === 0) return `The limit "${name}" must be above 0.`;
  if (isTime(place, name) && Number(digits) > LONGEST)
    return `The limit "${name}" must be at most ${LONGEST} milliseconds, which are 24 days.`;
  return undefined;
}

const ENGINE: readonly (keyof EngineLimits)[] = [
  "fuel",
  "milliseconds",
  "textLength",
  "listLength",
  "events",
];

const PLACES: readonly (readonly [keyof GivenLimits, readonly string[]])[] = [
  ["engine", ENGINE],
  ["calls", Object.keys(defaultServiceLimits)],
  ["timeouts", Object.keys(defaultTimeouts)],
];

function isTime(place: keyof GivenLimits, name: string): boolean {
  return place === "timeouts" || name === "milliseconds";
}

/** Longer ones fit neither a timer of the platform nor a setting of PostgreSQL. */
const LONGEST = 2 ** 31 - 1;

function hintFor(name: string): string {
  const names = PLACES.flatMap(([, some]) => some);
  const near = suggest(name, names);
  return near === undefined ? ` There are ${names.join(", ")}.` : ` Did you mean "${near}"?`;
}
