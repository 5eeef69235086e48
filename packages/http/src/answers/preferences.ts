import type { Wire } from "@tablewright/core";

/** The wire the `Prefer` header asks for (`wire=typed`); undefined when it asks for none we know. */
export function chooseWire(prefer: string): Wire | undefined {
  for (const preference of prefer.split(",")) {
    const [, wire] = /^\s*wire\s*=\s*"?(\w+)"?\s*(?:;|$)/iu.exec(preference) ?? [];
    const form = WIRES.find((one) => one === wire?.toLowerCase());
    if (form !== undefined) return form;
  }
  return undefined;
}

const WIRES: readonly Wire[] = ["spec", "appsheet", "typed"];

/** Whether the `Prefer` header asks for a trace. */
export function prefersTrace(prefer: string): boolean {
  return prefer.split(",").some((preference) => /^\s*trace\s*(?:;|$)/iu.test(preference));
}
