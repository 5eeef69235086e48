import { hash, timingSafeEqual } from "node:crypto";
import {
  type AccessKey,
  type CallerIdentity,
  type HistoryRequest,
  keyState,
  nameableBy,
  type Outcome,
  type PersonIdentity,
  refuseCall,
} from "@tablewright/core";
import type { KeyTurns } from "../turns/room.ts";
import { readQueryAddress } from "./address.ts";

/** An access key of an application, made ready for comparing. */
export interface HeldKey {
  readonly key: AccessKey;
  readonly digest: Buffer;
  readonly turns: KeyTurns;
  /** The person who signed in; undefined for a key. */
  readonly person?: PersonIdentity;
}

/** SHA-256 of the key; a key the definition gives neither way has no digest and opens nothing. */
export function digestOf(key: AccessKey): Buffer | undefined {
  if (key.sha256 !== undefined) {
    const digest = Buffer.from(key.sha256, "hex");
    return digest.length === DIGEST_BYTES ? digest : undefined;
  }
  return key.key === undefined ? undefined : sha256(key.key);
}

/** The key that a text is, if it is one of these and works now. Takes the same time whichever it is. */
export function matchAccessKey(held: readonly HeldKey[], text: string, now: number): HeldKey | undefined {
  const digest = recentDigests.get(text) ?? sha256(text);
  let match: HeldKey | undefined;
  for (const candidate of held) {
    const isSame = timingSafeEqual(candidate.digest, digest);
    if (isSame && keyState(candidate.key, now) === "in use") match ??= candidate;
  }
  if (match !== undefined) recentDigests.set(text, digest);
  return match;
}

const DIGEST_BYTES = 32;

/**
 * Of keys that opened something, because the next call is likely to bring one of them. A key that opens nothing is not
 * remembered, so that guessing does not fill this.
 */
const recentDigests = recentValues<Buffer>(100);

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/** A map of at most so many values; when it is full, it begins again. */
function recentValues<T>(most: number): RecentValues<T> {
  const values = new Map<string, T>();
  return {
    get: (name) => values.get(name),
    set(name, value) {
      if (values.has(name)) return;
      if (values.size >= most) values.clear();
      values.set(name, value);
    },
  };
}

interface RecentValues<T> {
  get(name: string): T | undefined;
  set(name: string, value: T): void;
}

/** For whom a request without a body is made: for whom its key speaks, or whom the query names where the key lets it. */
export function identityInQuery(
  held: HeldKey,
  url: string,
  table: string,
): Outcome<Pick<HistoryRequest, "accessKey" | "caller" | "nameable" | "properties">> {
  const { key } = held;
  const email = readQueryAddress(url, NAMED_USER);
  const properties = email === undefined ? {} : { [NAMED_USER]: email };
  const forbidden = refuseCall(key, { action: "", properties }, table);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const output = { accessKey: key.name, caller: callerOf(held), nameable: nameableBy(key), properties };
  return { output, diagnostics: [] };
}

const NAMED_USER = "RunAsUserEmail";

/** Whom the calls with a key are made for; undefined is the owner, unless the call names a user. */
export function callerOf({
  key: { as, runAs },
  person,
}: Pick<HeldKey, "key" | "person">): CallerIdentity | undefined {
  if (person !== undefined) return person;
  if (as !== undefined) return { email: as, mayNameAnother: runAs === true };
  if (runAs === "caller") return "named";
  return runAs ? undefined : "owner";
}
