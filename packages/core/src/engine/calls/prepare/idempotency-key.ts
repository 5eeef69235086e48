import { type Diagnostic, diagnose } from "../../../diagnostics/index.ts";
import { fingerprintOf } from "../../../values/index.ts";
import { brokenText } from "../../properties/define-property.ts";
import type { EngineRequest } from "../request.ts";

/** By what a call is known when it comes again. */
export interface IdempotencyKey {
  /** Whose key it is: those of different access keys and people have nothing to do with one another. */
  readonly caller: string;
  readonly key: string;
  /** Tells a call from another one. */
  readonly call: string;
}

/** Characters of an idempotency key. */
export const LONGEST_ONCE_KEY = 255;

export function checkOnceKey(key: string): readonly Diagnostic[] {
  const error =
    key.length > LONGEST_ONCE_KEY
      ? diagnose("limit/idempotency-key", { limit: LONGEST_ONCE_KEY })
      : brokenText("Idempotency-Key", key);
  return error === undefined ? [] : [error];
}

/** Undefined for a call without a key. */
export function readIdempotencyKey(request: EngineRequest, email: string | null): IdempotencyKey | undefined {
  const { idempotencyKey: key, accessKey, table, action, rows, properties } = request;
  if (key === undefined || key === "") return undefined;
  return {
    caller: JSON.stringify([accessKey ?? null, email]),
    key,
    call: fingerprintOf(JSON.stringify([table, action, rows ?? [], properties ?? {}])),
  };
}
