import { totalmem } from "node:os";
import { defaultLimits, type Limits } from "./limits.ts";

/**
 * How many bytes of bodies are held where the system gives the process so much memory: the rows of a body take several times its
 * length. A single body is always taken.
 */
export function limitsForMemory(bytes: number): Pick<Limits, "bodyBytesPerKey" | "bodyBytesInAll"> {
  const most = (limit: number, share: number) =>
    Math.max(defaultLimits.bodyBytes, Math.min(limit, Math.floor(bytes / share)));
  return {
    bodyBytesPerKey: most(defaultLimits.bodyBytesPerKey, SHARE_OF_KEY),
    bodyBytesInAll: most(defaultLimits.bodyBytesInAll, SHARE_OF_ALL),
  };
}

/** Bytes that the system gives the process: those of the machine, or of the container that it is in. */
export function memoryOfProcess(): number {
  // Not every platform that a fetch handler runs on has it.
  const { constrainedMemory }: { readonly constrainedMemory?: () => number } = process;
  const constrained = constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

const SHARE_OF_KEY = 16;
const SHARE_OF_ALL = 8;
