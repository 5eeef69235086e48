import type { Capabilities, Capability } from "@tablewright/core/storage";
import type { PostgresDatabase } from "./database.ts";

/** What this store makes use of where the database has it; other products that speak the protocol may lack some. */
export interface PostgresCapabilities extends Capabilities {
  has(name: CapabilityName): boolean;
}

export type CapabilityName = keyof typeof PROBES | "functions";

/** All at once; where that fails each on its own, so that one that is missing hinders no other. Nothing is changed. */
export async function probeCapabilities(database: PostgresDatabase): Promise<PostgresCapabilities> {
  const probes = Object.entries(PROBES);
  const together = await database.tryOut([...probes.map(([, { tried }]) => tried), VERSION].join("; "));
  const version = together.rows ?? (await database.tryOut(VERSION)).rows ?? [];
  const all: Capability[] = [];
  for (const [name, { tried, otherwise }] of probes) {
    const missing = together.rows === undefined ? (await database.tryOut(tried)).refusal : undefined;
    all.push({ name, otherwise, ...(missing === undefined ? {} : { missing }) });
  }
  return capabilitiesOf(productOf(String(version[0]?.[0] ?? "unknown")), all);
}

export function capabilitiesOf(product: string, all: readonly Capability[]): PostgresCapabilities {
  const missing = new Set(all.filter((one) => one.missing !== undefined).map(({ name }) => name));
  return { product, all, has: (name) => !missing.has(name) };
}

/** `PostgreSQL 15.4 on x86_64…` without the machine. */
function productOf(version: string): string {
  return version.replace(/ (?:on|\() ?.*$/su, "");
}

const VERSION = "select version()";

/** Statements that only a database with the capability carries out, in a transaction that is rolled back. */
const PROBES = {
  cursors: {
    tried: "declare tablewright_probe no scroll cursor for select 1; fetch forward 1 from tablewright_probe",
    otherwise: "many rows of a Find come at once",
  },
  savepoints: {
    tried:
      "savepoint tablewright_probe; rollback to savepoint tablewright_probe; release savepoint tablewright_probe",
    otherwise: "conditions that may make long texts stay with the engine",
  },
  "plans without scans": {
    tried: "set local enable_seqscan = off",
    otherwise: "writers are more often carried out again for one another",
  },
  "plans as JSON": {
    tried: "explain (format json) select 1",
    otherwise: "explain tells no indexes",
  },
} as const;
