import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, engineOfStore } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { systemServices } from "../platform.ts";
import { readProgramModule } from "../program-module.ts";
import { openStore } from "../stores/open-store.ts";
import { printError, type Terminal } from "../terminal.ts";
import { isForTheUser } from "../with-application.ts";

/** Where the past is, and what judges it besides definitions. */
export interface PastOptions {
  readonly store: string;
  readonly functions?: string;
  /** Whether copies of rows are made in files and not in memory. */
  readonly onDisk?: true;
}

/** What a command does with the past of a store: `copy` makes an empty store for a copy of its rows. */
type PastWork = (engine: Engine, copy: () => Promise<Store>) => Promise<number>;

/**
 * Runs `work` on a store that is only read, by the definition that it was opened with last. Answers the exit code of the work, or 2
 * where the store cannot be read, which has been reported.
 */
export async function withPast(
  { store: address, functions: moduleFile, onDisk }: PastOptions,
  terminal: Terminal,
  work: PastWork,
): Promise<number> {
  const module = await readProgramModule(moduleFile, terminal);
  if (module === undefined) return 2;
  const { functions } = module;
  const store = await openStore(address, { mustExist: true, readOnly: true }).catch((error: Error) => {
    terminal.err(error.message);
  });
  if (store === undefined) return 2;
  const folder = onDisk ? await mkdtemp(join(tmpdir(), "tablewright-")) : undefined;
  let copies = 0;
  const copy = () =>
    folder === undefined
      ? openStore("memory:")
      : openStore(`sqlite:${join(folder, `${++copies}.sqlite`)}`, { acceptsLoss: true });
  try {
    const { output, diagnostics } = await engineOfStore({ store, services: systemServices, functions });
    for (const diagnostic of diagnostics) terminal.err(printError(address, "", diagnostic));
    return output === undefined ? 2 : await work(output, copy);
  } catch (error) {
    if (!(error instanceof Error && isForTheUser(error))) throw error;
    terminal.err(error.message);
    return 2;
  } finally {
    await store.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
