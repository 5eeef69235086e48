import { randomBytes } from "node:crypto";

/** A random access key of 128 bits; the word in front tells people what it is for. */
export function makeAccessKey(word: string): string {
  return `${word}-${randomBytes(16).toString("hex")}`;
}
