import {
  type AppDefinition,
  createEngine,
  type Engine,
  type LogEntry,
  planMigration,
  withoutCode,
} from "@tablewright/core";
import { MigrationRefused, type MigrationStep, type Store } from "@tablewright/core/storage";
import { systemServices } from "./platform.ts";
import { readProgramModule } from "./program-module.ts";
import { readSoundDefinition } from "./read-definition.ts";
import { type OpenOptions, openStore, withOwnSchema } from "./stores/open-store.ts";
import type { Terminal } from "./terminal.ts";

/** An application over rows that are there already. */
export interface OpenedApplication {
  readonly definition: AppDefinition;
  readonly store: Store;
  readonly engine: Engine;
}

/** What a command does with an application: rows are read, or what the store keeps besides them (events, history), or either is changed. */
type ApplicationUse = "rows" | "records" | "changes";

/**
 * Runs `work` on a store that fits a definition and is not changed for it: where it does not fit, nothing is made in it. A command that
 * changes nothing gets a store that cannot. `moduleFile` is that of `--functions`; functions that it does not have fail when they are called. Answers the exit code; errors have been reported.
 */
export async function withApplication(
  file: string,
  address: string,
  use: ApplicationUse,
  terminal: Terminal,
  work: (application: OpenedApplication) => Promise<boolean>,
  moduleFile?: string,
): Promise<number> {
  const module = await readProgramModule(moduleFile, terminal);
  if (module === undefined) return 1;
  const { functions, steps } = module;
  const definition = await readSoundDefinition(file, terminal, { functions });
  if (definition === undefined) return 1;
  const onStore = (options: OpenOptions, to: (store: Store) => Promise<boolean>) =>
    withStore(address, definition, { mustExist: true, ...options }, terminal, to);
  const workOn = async (store: Store, readOnly: boolean) => {
    const services = { ...systemServices, log: warningsTo(terminal) };
    const engine = await createEngine({
      definition,
      store,
      services,
      readOnly,
      functions: withoutCode(definition),
      steps,
    });
    return work({ definition, store, engine });
  };
  const fits = async (store: Store) => {
    const plan = await planMigration(definition, store);
    const isFit = plan?.every(({ what }) => ASIDE.has(what)) ?? true;
    const lacks = isFit && use !== "rows" && store.keepsNothing;
    if (!isFit)
      terminal.err('The store does not fit the definition; "tablewright migrate" tells what it lacks.');
    if (lacks)
      terminal.err('The store keeps nothing of ours yet: serve it first, or run "tablewright migrate".');
    return isFit && !lacks;
  };
  const isWell =
    use === "changes"
      ? (await onStore({ dryRun: true }, fits)) && (await onStore({}, (store) => workOn(store, false)))
      : await onStore({ readOnly: true }, async (store) => (await fits(store)) && workOn(store, true));
  return isWell ? 0 : 1;
}

/** Warnings for operators only, such as that a security filter hides rows because it cannot read one of their values. */
function warningsTo(terminal: Terminal): (entry: LogEntry) => void {
  return ({ level, message, details }) => {
    const pairs = Object.entries(details ?? {}).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    if (level === "warning") terminal.err(`warning: ${message}${pairs.join("")}`);
  };
}

/** What is kept although the definition does not name it any more changes nothing. */
const ASIDE: ReadonlySet<MigrationStep["what"]> = new Set(["keepColumn", "keepTable"]);

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
    if (error instanceof MigrationRefused && error.isPending)
      terminal.err('Run "tablewright migrate" with this definition and this store.');
    return false;
  } finally {
    await store.close();
  }
}

/**
 * Whether a person can do something about it: a definition that asks for too much, rows that do not fit it any more, a
 * database that is away, a function without code.
 */
export function isForTheUser(error: Error): boolean {
  return error instanceof TypeError || ("code" in error && CODES.test(String(error.code)));
}

const CODES =
  /^(?:server\/(?:store-\w+|migration-refused|definition-outdated)|definition\/(?:function-without-code|function-differs|uncached-function))$/u;
