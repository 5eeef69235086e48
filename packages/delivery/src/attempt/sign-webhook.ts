import { createHmac } from "node:crypto";

/** The value of `webhook-signature` by Standard Webhooks: one signature for each secret, over id, time and body. */
export function signWebhook({ id, timestamp, body }: SignedParts, keys: readonly Uint8Array[]): string {
  return keys
    .map((key) => {
      const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
      return `v1,${mac.digest("base64")}`;
    })
    .join(" ");
}

interface SignedParts {
  readonly id: string;
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}
