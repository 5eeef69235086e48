import type { Store } from "@tablewright/core/storage";
import { memoryStore } from "@tablewright/store-memory";
import { postgresStore } from "@tablewright/store-postgres";
import { sqliteStore } from "@tablewright/store-sqlite";

/** The store of a kind at a place: a file, or the address of a database; memory needs none. */
export function openMeasuredStore(kind: StoreKind, place: string): Store | Promise<Store> {
  if (kind === "memory") return memoryStore();
  return kind === "sqlite" ? sqliteStore(place) : postgresStore(place);
}

/** The stores that are measured. */
export type StoreKind = "memory" | "sqlite" | "postgres";

export const storeKinds: readonly StoreKind[] = ["memory", "sqlite", "postgres"];
