import { createHmac } from "node:crypto";
import type { WebhookCall } from "@tablewright/core";
import type { OutgoingRequest } from "./send-request.ts";

/** The request of a webhook at a time, with the headers of Standard Webhooks; those win over headers of the same name. */
export function writeRequest(
  id: string,
  { method, headers, body }: WebhookCall,
  url: URL,
  keys: readonly Uint8Array[],
  now: number,
): Omit<OutgoingRequest, "answerBytes"> {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const timestamp = Math.floor(now / 1_000);
  const own: Record<string, string> = { "webhook-id": id, "webhook-timestamp": String(timestamp) };
  if (keys.length > 0)
    own["webhook-signature"] = signWebhook({ id, timestamp, body: bytes ?? NOTHING }, keys);
  const written: Record<string, string> = { "user-agent": "Tablewright" };
  if (bytes !== undefined) written["content-type"] = "application/json";
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== "webhook-signature") written[name.toLowerCase()] = value;
  }
  return { url, method, headers: { ...written, ...own }, body: bytes };
}

const NOTHING = new Uint8Array();

/** The value of `webhook-signature` by Standard Webhooks: one signature for each secret, over id, time and body. */
function signWebhook({ id, timestamp, body }: SignedParts, keys: readonly Uint8Array[]): string {
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
