import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { StoreKind } from "../../open-store.ts";
import type { MakeRequest } from "../drive.ts";
import type { RecordRow } from "../records.ts";
import type { Told } from "../serving.ts";

/** A server to compare with: its name, the store of ours that it is compared on, and its requests. */
export interface ServicePeer {
  readonly name: string;
  readonly kind: StoreKind;
  /** The folder from which it is loaded, outside the workspace. */
  readonly folder: string;
  /** Fills a table with the rows, listens on a free port, and answers with it; in a process of its own. */
  readonly serve: (rows: Iterable<readonly RecordRow[]>, told: Told) => Promise<number>;
  /** By the name of the operation; what is not here, it cannot do in one request. */
  readonly requests: Readonly<Record<string, (at: number, rows: number) => ReturnType<MakeRequest>>>;
  /** The rows of an answer. */
  readonly rowsOf: (answer: never) => readonly object[];
}

export const servicePeersFolder = resolve(import.meta.dirname, "../../../service-peers");

/** Loads a package, or a file of one, from the folder of the peers; CommonJS exports are under `default`. */
export async function loadFrom<T>(folder: string, name: string): Promise<T> {
  const path = createRequire(resolve(folder, "package.json")).resolve(name);
  return (await import(pathToFileURL(path).href)) as T;
}
