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

/** The kind that a name such as "sqlite: point read" begins with. */
export function kindIn(name: string): StoreKind {
  const kind = storeKinds.find((one) => name.startsWith(`${one}: `));
  if (kind === undefined) throw new Error(`There is no store in "${name}".`);
  return kind;
}
