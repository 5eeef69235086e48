/** The stores that are measured. */
export type StoreKind = "memory" | "sqlite" | "postgres";

export const storeKinds: readonly StoreKind[] = ["memory", "sqlite", "postgres"];
