import type { JsonValue } from "@tablewright/core/expression";

/** Bytes of a body; to send more is an error. */
const LONGEST_BODY = 64 * 1024;

/** The JSON object in a body; undefined where there is none, or too much of it. */
export async function readObject(request: Request): Promise<Readonly<Record<string, JsonValue>> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > LONGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, JsonValue>>) : undefined;
  } catch {
    return undefined;
  }
}
