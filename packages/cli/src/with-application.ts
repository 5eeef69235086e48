import { type AppDefinition, createEngine, type Engine, planMigration } from "@tablewright/core";
import type { MigrationStep, Store } from "@tablewright/core/storage";
import { readSoundDefinition } from "./read-sound-definition.ts";
import { systemServices } from "./system-services.ts";
import type { Terminal } from "./terminal.ts";
import { withStore } from "./with-store.ts";

/** An application over rows that are there already. */
interface Application {
  readonly definition: AppDefinition;
  readonly store: Store;
  readonly engine: Engine;
}

/** Runs `work` on a store that fits a definition and is not changed for it. Answers the exit code; errors have been reported. */
export async function withApplication(
  file: string,
  address: string,
  terminal: Terminal,
  work: (application: Application) => Promise<boolean>,
): Promise<number> {
  const definition = await readSoundDefinition(file, terminal);
  if (definition === undefined) return 1;
  const isWell = await withStore(address, definition, { mustExist: true }, terminal, async (store) => {
    const plan = await planMigration(definition, store);
    if (plan?.some(({ what }) => !ASIDE.has(what))) {
      terminal.err('The store does not fit the definition; "tablewright migrate" tells what it lacks.');
      return false;
    }
    const engine = await createEngine({ definition, store, services: systemServices });
    return work({ definition, store, engine });
  });
  return isWell ? 0 : 1;
}

/** What is kept although the definition does not name it any more changes nothing. */
const ASIDE: ReadonlySet<MigrationStep["what"]> = new Set(["keepColumn", "keepTable"]);
