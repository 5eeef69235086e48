import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createEngine, type Engine, hasErrors } from "@tablewright/core";
import { openStore } from "@tablewright/http";
import { printMistake } from "../print-mistake.ts";
import { readDefinition } from "../read-definition.ts";
import { systemServices } from "../system-services.ts";
import type { Terminal } from "../terminal.ts";
import { ensureAccessKey } from "./ensure-access-key.ts";
import { loadData } from "./load-data.ts";

/** An application ready to be served. */
export interface OpenApplication {
  readonly engine: Engine;
  /** The access key made for this run, when the definition has none. */
  readonly madeKey: string | undefined;
}

/** From a definition file to an engine with its data; undefined when there are mistakes, which have been reported. */
export async function openApplication(
  file: string,
  options: { readonly store: string; readonly data?: string },
  terminal: Terminal,
): Promise<OpenApplication | undefined> {
  const read = await readDefinition(file);
  for (const diagnostic of read.diagnostics) {
    const [heading = "", ...excerpt] = printMistake(file, read.text, diagnostic).split("\n");
    terminal.err(diagnostic.severity === "warning" ? heading : [heading, ...excerpt].join("\n"));
  }
  if (read.definition === undefined || hasErrors(read.diagnostics)) return undefined;

  const { definition, madeKey } = ensureAccessKey(read.definition);
  const store = await openStore(options.store).catch((error: Error) => terminal.err(error.message));
  if (store === undefined) return undefined;
  const engine = await createEngine({ definition, store, services: systemServices }).catch((error: Error) => {
    if (!isForTheUser(error)) throw error;
    terminal.err(`${file}: ${error.message}`);
  });
  if (engine === undefined) return undefined;
  const folder = options.data ?? (await dataBeside(file, options.store));
  if (folder !== undefined && !(await loadData(engine, folder, terminal))) {
    await engine.close();
    return undefined;
  }
  return { engine, madeKey };
}

/** Whether a person can do something about it: a definition that asks for too much, a database that is away. */
function isForTheUser(error: Error): boolean {
  return error instanceof TypeError || ("code" in error && error.code === "server/store-away");
}

/** A store in memory begins empty, so the folder `data` beside the definition fills it. */
async function dataBeside(file: string, store: string): Promise<string | undefined> {
  if (!store.startsWith("memory:")) return undefined;
  const folder = join(dirname(file), "data");
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() ? folder : undefined;
}
