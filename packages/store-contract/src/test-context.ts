import type { TableRows } from "@tablewright/core/compiler";
import { Meter, type RequestContext } from "@tablewright/core/storage";

/** A request of 14 March 2026, 15:09:26 in UTC, with a fresh budget; `rowsOf` answers for the tables named. */
export function testContext(tables: Readonly<Record<string, TableRows>> = {}): RequestContext {
  const now = Date.UTC(2026, 2, 14, 15, 9, 26) / 1_000;
  return {
    now,
    utcNow: now,
    timeZone: "UTC",
    timeZoneName: "UTC",
    locale: "en-US",
    location: "0.000000, 0.000000",
    user: { email: "ada@example.com", name: "Ada", role: "Admin" },
    settings: new Map(),
    parameters: new Map([["label", "straße"]]),
    inputs: new Map(),
    random: () => 0.5,
    rowsOf: (name) => {
      const rows = Object.hasOwn(tables, name) ? tables[name] : undefined;
      if (rows === undefined) throw new Error(`The test has no rows of "${name}".`);
      return rows;
    },
    meter: new Meter(),
  };
}
