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

/**
 * Bytes that the system gives the process: those of the machine, or of the container that it is in. Without bound where the platform
 * that a fetch handler runs on does not tell: workers have no such number, and Deno tells it with `--allow-sys` alone.
 */
export function memoryOfProcess(): number {
  const { constrainedMemory }: { readonly constrainedMemory?: () => number } = process;
  try {
    return Math.min(
      constrainedMemory?.() || Number.POSITIVE_INFINITY,
      totalmem() || Number.POSITIVE_INFINITY,
    );
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const SHARE_OF_KEY = 16;
const SHARE_OF_ALL = 8;
