import type { AppDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { isForTheUser } from "./is-for-the-user.ts";
import { type OpenOptions, openStore } from "./stores/open-store.ts";
import { withOwnSchema } from "./stores/with-own-schema.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs `work` on the store of a definition at an address, its tables not yet opened, and closes it. Answers whether all went
 * well; what did not, and is for a person to repair, has been reported.
 */
export async function withStore(
  address: string,
  definition: AppDefinition,
  options: OpenOptions,
  terminal: Terminal,
  work: (store: Store) => Promise<boolean>,
): Promise<boolean> {
  const store = await openStore(withOwnSchema(address, definition), options).catch((error: Error) => {
    terminal.err(error.message);
  });
  if (store === undefined) return false;
  try {
    return await work(store);
  } catch (error) {
    if (!(error instanceof Error && isForTheUser(error))) throw error;
    terminal.err(error.message);
    return false;
  } finally {
    await store.close();
  }
}
