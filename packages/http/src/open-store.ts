import type { Store } from "@tablewright/core/storage";

/**
 * The store at an address such as `memory:` or `sqlite:rows.sqlite`, its tables not yet opened: the engine does that.
 * Throws, in words for the person who wrote the address, when no store has its scheme or what it names cannot be used.
 */
export async function openStore(url: string): Promise<Store> {
  const scheme = url.slice(0, url.indexOf(":") + 1);
  const open = Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined;
  if (open === undefined) {
    const known = Object.keys(SCHEMES).map((one) => `"${one}"`);
    throw new Error(
      `There is no store for "${withoutPassword(url)}"; an address begins with ${known.join(" or ")}.`,
    );
  }
  return open(url.slice(scheme.length));
}

/** By scheme, what opens a store from the rest of its address. A store's package is loaded only when it is asked for. */
const SCHEMES: Readonly<Record<string, (rest: string) => Promise<Store>>> = {
  "memory:": async () => (await import("@tablewright/store-memory")).memoryStore(),
  "sqlite:": async (file) => {
    if (file === "")
      throw new Error('The address "sqlite:" names no file; write it like "sqlite:rows.sqlite".');
    return (await import("@tablewright/store-sqlite")).sqliteStore(file);
  },
};

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/u, "//…@");
}
