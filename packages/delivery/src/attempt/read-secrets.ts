/** The secrets that sign a webhook, or a sentence without any part of them that says why there are none. */
export type ReadSecrets = Secrets | { readonly reason: string };

export interface Secrets {
  readonly keys: readonly Uint8Array[];
  /** The same as base64. */
  readonly texts: readonly string[];
}

/**
 * Reads the place of a secret, such as `env:HOOK_SECRET`. The variable has one secret as Standard Webhooks writes it,
 * `whsec_` and base64 of 24 to 64 bytes, or several with blanks between them while one takes the place of another.
 */
export function readSecrets(place: string, variable: (name: string) => string | undefined): ReadSecrets {
  const name = place.replace(/^env:/u, "");
  const texts = (variable(name) ?? "")
    .split(/\s+/u)
    .filter((text) => text !== "")
    .map((text) => text.replace(/^whsec_/u, ""));
  if (texts.length === 0) return { reason: `The environment of the worker has no secret "${name}".` };
  const keys = texts.map((text) => Buffer.from(text, "base64"));
  const isSound = texts.every((text, at) => isSecret(text, keys[at]?.length ?? 0));
  if (isSound) return { keys, texts };
  return {
    reason: `The secret "${name}" cannot be read: expected "whsec_" and base64 of ${FEWEST} to ${MOST} bytes.`,
  };
}

function isSecret(text: string, length: number): boolean {
  return BASE64.test(text) && length >= FEWEST && length <= MOST;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;
const FEWEST = 24;
const MOST = 64;
