import { basename, extname } from "node:path";
import { type EngineLimits, suggest } from "@tablewright/core";
import { defaultServiceLimits, defaultTimeouts, type ServiceLimits, type Timeouts } from "@tablewright/http";
import { withoutPassword } from "../stores/open-store.ts";

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

/**
 * The address of the store of each file, in the order of the files: the one that `--store name=address` gives to the file of
 * that name, without its ending, else the one that is given to all. A sentence where they cannot be determined, or where two
 * applications would share a store.
 */
export function readStores(files: readonly string[], texts: readonly string[]): readonly string[] | string {
  const named = new Map<string, string>();
  let others: string | undefined;
  for (const text of texts) {
    const { name, address = text } = NAMED.exec(text)?.groups ?? {};
    if (name === undefined && others !== undefined)
      return `--store is given twice, as "${withoutPassword(others)}" and "${withoutPassword(text)}". ${EACH_ITS_OWN}`;
    if (name === undefined) others = text;
    else if (!files.some((file) => nameOf(file) === name))
      return `--store names "${name}", and no definition file has this name: ${files.map((file) => `"${nameOf(file)}"`).join(", ")}.`;
    else named.set(name, address);
  }
  const stores = files.map((file) => named.get(nameOf(file)) ?? others ?? NOWHERE_ELSE);
  return refusalOf(files, stores) ?? stores;
}

function refusalOf(files: readonly string[], stores: readonly string[]): string | undefined {
  const first = new Map<string, string>();
  for (const [at, address] of stores.entries()) {
    const file = files[at] ?? "";
    const other = first.get(address);
    if (other !== undefined && address !== NOWHERE_ELSE)
      return `"${other}" and "${file}" cannot share the store "${withoutPassword(address)}". ${EACH_ITS_OWN}`;
    first.set(address, file);
  }
  return undefined;
}

function nameOf(file: string): string {
  return basename(file, extname(file));
}

/** A name comes before an equals sign, and an address has a colon first. */
const NAMED = /^(?<name>[^:=]+)=(?<address>.+)$/su;

/** Each application that is served from memory has a store of its own. */
const NOWHERE_ELSE = "memory:";

const EACH_ITS_OWN =
  "Give each application another store: --store first=sqlite:first.sqlite --store second=sqlite:second.sqlite for first.yaml and second.yaml.";
