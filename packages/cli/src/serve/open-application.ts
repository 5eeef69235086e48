import { realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AppDefinition, createEngine, type Engine, type EngineLimits } from "@tablewright/core";
import { MigrationRefused, type Store } from "@tablewright/core/storage";
import { ensureAccessKey, plainKeyRefusal } from "../access-keys.ts";
import type { OperatorLog } from "../log/operator-log.ts";
import { systemServices } from "../platform.ts";
import type { ProgramModule } from "../program-module.ts";
import { readSoundDefinition } from "../read-definition.ts";
import { openStore, withOwnSchema, withoutPassword } from "../stores/open-store.ts";
import type { Terminal } from "../terminal.ts";
import { isForTheUser } from "../with-application.ts";

/** An application that can be served, its data not yet loaded. */
export interface OpenApplication {
  readonly file: string;
  /** Of the program, which its expressions may call. */
  readonly functions: ProgramModule["functions"];
  readonly engine: Engine;
  /** The engine's, which closes it. */
  readonly store: Store;
  /** Where the store is, with its password. */
  readonly address: string;
  /** The access key made for this run, when the definition has none. */
  readonly madeKey: string | undefined;
  /** Whether a key may be printed: it was made for this run, or everybody knows it. */
  readonly showsKey: boolean;
  /** The folder of rows that its empty tables are still to be filled with. */
  readonly data: string | undefined;
  /**
   * An engine over the same store by the definition as it is in the file now; undefined when that cannot be served, which has
   * been reported to the terminal. Warnings go to `warn`.
   */
  reopen(terminal: Terminal, warn: (text: string) => void): Promise<Engine | undefined>;
}

interface OpeningOptions {
  readonly store: string;
  readonly data: string | undefined;
  readonly limits: Partial<EngineLimits>;
  readonly takesPlainKeys: boolean;
  readonly module: ProgramModule;
  /** Is called with each file of a decision table before it is read. */
  readonly tellTable?: ((file: string) => void) | undefined;
  /** Whether nothing is changed in the store. */
  readonly readOnly: boolean;
  /** Whether the store keeps definitions and who saved them. */
  readonly keepsVersions: boolean;
  readonly measure?: ((app: string, store: Store) => Store) | undefined;
}

/** From a definition file to an engine; undefined when there are errors, which have been reported. */
export async function openApplication(
  file: string,
  options: OpeningOptions,
  terminal: Terminal,
  log: OperatorLog,
): Promise<OpenApplication | undefined> {
  const read = await readServable(file, options, terminal);
  if (read === undefined) return undefined;
  const { definition, madeKey } = ensureAccessKey(read);
  const { readOnly } = options;
  const address = withOwnSchema(options.store, definition);
  const isOverOthers = [...definition.tables.values()].some(({ source }) => source !== undefined);
  const opened = await openStore(address, { mustExist: readOnly || isOverOthers, readOnly }).catch(
    (error: Error) => {
      terminal.err(error.message);
    },
  );
  if (opened === undefined) return undefined;
  const store = options.measure?.(definition.id, opened) ?? opened;
  const openEngine = (given: AppDefinition, to: Terminal): Promise<Engine | undefined> =>
    createEngine({
      definition: given,
      store,
      steps: options.module.steps,
      limits: options.limits,
      readOnly,
      keepsVersions: options.keepsVersions,
      services: { ...systemServices, log: log.note },
    }).catch((error: Error) => {
      if (!isForTheUser(error)) throw error;
      to.err(error.message.startsWith(`${file}:`) ? error.message : `${file}: ${error.message}`);
      if (error instanceof MigrationRefused && error.isPending)
        to.err(`Run: tablewright migrate ${file} --store ${withoutPassword(options.store)}`);
      return undefined;
    });
  const engine = await openEngine(definition, terminal);
  if (engine === undefined) {
    await store.close();
    return undefined;
  }
  const data = readOnly ? undefined : (options.data ?? (await dataBeside(file, options.store)));
  const showsKey = madeKey !== undefined || isBundledExample(file);
  return {
    file,
    functions: options.module.functions,
    engine,
    store,
    address,
    madeKey,
    showsKey,
    data,
    async reopen(to, warn) {
      const again = await readServable(file, options, to, warn);
      if (again !== undefined && again.id !== definition.id) {
        to.err(
          `${file}: The id is "${again.id}" now, and "${definition.id}" is served: start the server again.`,
        );
        return undefined;
      }
      return again && openEngine(ensureAccessKey(again, madeKey).definition, to);
    },
  };
}

async function readServable(
  file: string,
  { takesPlainKeys, module, tellTable }: OpeningOptions,
  terminal: Terminal,
  warn = terminal.err,
): Promise<AppDefinition | undefined> {
  const read = await readSoundDefinition(file, terminal, {
    warn,
    functions: module.functions,
    tellTable,
  });
  if (read === undefined) return undefined;
  const refusal = takesPlainKeys ? undefined : plainKeyRefusal(file, read.api);
  if (refusal !== undefined) terminal.err(refusal);
  return refusal === undefined ? read : undefined;
}

/** A store in memory begins empty, unless its file was there, so the folder `data` next to the definition fills it. */
async function dataBeside(file: string, store: string): Promise<string | undefined> {
  if (!store.startsWith(IN_MEMORY)) return undefined;
  if (await stat(store.slice(IN_MEMORY.length)).catch(() => undefined)) return undefined;
  const folder = join(dirname(file), "data");
  const stats = await stat(folder).catch(() => undefined);
  return stats?.isDirectory() ? folder : undefined;
}

const IN_MEMORY = "memory:";

/** Whether a definition file is the example that comes with these sources, whose access key everybody knows. */
function isBundledExample(file: string): boolean {
  try {
    return realpathSync(file) === realpathSync(EXAMPLE);
  } catch {
    return false; // a published package comes without the example
  }
}

const EXAMPLE = fileURLToPath(new URL("../../../examples/people/app.yaml", import.meta.url));

/** Closes every application, and answers whether all went well: a store may have rows to save, and no place for them. */
export async function closeApplications(
  applications: readonly OpenApplication[],
  terminal: Terminal,
): Promise<boolean> {
  let isWell = true;
  for (const { engine } of applications) {
    await engine.close().catch((error: Error) => {
      terminal.err(error.message);
      isWell = false;
    });
  }
  return isWell;
}

/**
 * Why an application cannot be served together with those in `files`, which has the file of each id; undefined, and the file is noted, when
 * no other has its id. Requests name an application by its id, whatever the case of its letters.
 */
export function sharedIdRefusal(files: Map<string, string>, id: string, file: string): string | undefined {
  const name = id.toLowerCase();
  const other = files.get(name);
  files.set(name, file);
  if (other === undefined) return undefined;
  if (other === file) return `"${file}" is named twice; name each definition once.`;
  return `"${other}" and "${file}" both define the application "${id}". Give each another id: app.id.`;
}
