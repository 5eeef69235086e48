import type { WriteTransaction } from "@tablewright/core/storage";

/** A transaction that takes some calls of the port; every other call rejects with what `refuse` throws. */
export function limitedTransaction(own: Partial<WriteTransaction>, refuse: () => never): WriteTransaction {
  const refused = CALLS.map((name) => [name, async () => refuse()] as const);
  return { ...(Object.fromEntries(refused) as unknown as WriteTransaction), ...own };
}

const CALLS = [
  "find",
  "explain",
  "getByKeys",
  "insert",
  "update",
  "delete",
] as const satisfies readonly (keyof WriteTransaction)[];
