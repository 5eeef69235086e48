import type { Wire } from "@tablewright/core";

/** The wire the `Prefer` header asks for (`wire=typed`); undefined when it asks for none we know. */
export function chooseWire(prefer: string | readonly string[] | undefined): Wire | undefined {
  const text = typeof prefer === "string" ? prefer : (prefer ?? []).join(",");
  for (const preference of text.split(",")) {
    const [, wire] = /^\s*wire\s*=\s*"?(\w+)"?\s*(?:;|$)/iu.exec(preference) ?? [];
    const known = WIRES.find((one) => one === wire?.toLowerCase());
    if (known !== undefined) return known;
  }
  return undefined;
}

const WIRES: readonly Wire[] = ["spec", "appsheet", "typed"];
