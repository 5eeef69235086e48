import type { Store } from "@tablewright/core/storage";

/**
 * The store at an address such as `memory:`, not yet opened: the engine does that.
 * Throws, in words for the person who wrote the address, when no store has its scheme.
 */
export async function openStore(url: string): Promise<Store> {
  const scheme = url.slice(0, url.indexOf(":") + 1);
  const open = SCHEMES[scheme];
  if (open === undefined) {
    const known = Object.keys(SCHEMES).map((one) => `"${one}"`);
    throw new Error(
      `There is no store for "${withoutPassword(url)}"; an address begins with ${known.join(" or ")}.`,
    );
  }
  return open(url);
}

/** A store's package is loaded only when it is asked for. */
const SCHEMES: Readonly<Record<string, (url: string) => Promise<Store>>> = {
  "memory:": async () => (await import("@tablewright/store-memory")).memoryStore(),
};

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/u, "//…@");
}
