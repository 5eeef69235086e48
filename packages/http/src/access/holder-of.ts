import type { AccessKey } from "@tablewright/core";

/** Who is not allowed something, in the words of an error. The rights of people who sign in are those of a key without a key. */
export function holderOf({ name, key, sha256 }: AccessKey): string {
  return key === undefined && sha256 === undefined ? "people who sign in" : `the access key "${name}"`;
}
