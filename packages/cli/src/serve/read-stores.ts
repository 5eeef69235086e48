import { basename, extname } from "node:path";
import { withoutPassword } from "../stores/open-store.ts";

/**
 * The address of the store of each file, in the order of the files: the one that `--store name=address` gives to the file of
 * that name, without its ending, else the one that is given to all. A sentence where they cannot be determined, or where two
 * applications would share a store.
 */
export function readStores(files: readonly string[], texts: readonly string[]): readonly string[] | string {
  const named = new Map<string, string>();
  let others: string | undefined;
  for (const text of texts) {
    const { name, address = text } = NAMED.exec(text)?.groups ?? {};
    if (name === undefined && others !== undefined)
      return `--store is given twice, as "${withoutPassword(others)}" and "${withoutPassword(text)}". ${EACH_ITS_OWN}`;
    if (name === undefined) others = text;
    else if (!files.some((file) => nameOf(file) === name))
      return `--store names "${name}", and no definition file has this name: ${files.map((file) => `"${nameOf(file)}"`).join(", ")}.`;
    else named.set(name, address);
  }
  const stores = files.map((file) => named.get(nameOf(file)) ?? others ?? NOWHERE_ELSE);
  return refusalOf(files, stores) ?? stores;
}

function refusalOf(files: readonly string[], stores: readonly string[]): string | undefined {
  const first = new Map<string, string>();
  for (const [at, address] of stores.entries()) {
    const file = files[at] ?? "";
    const other = first.get(address);
    if (other !== undefined && address !== NOWHERE_ELSE)
      return `"${other}" and "${file}" cannot share the store "${withoutPassword(address)}". ${EACH_ITS_OWN}`;
    first.set(address, file);
  }
  return undefined;
}

function nameOf(file: string): string {
  return basename(file, extname(file));
}

/** A name comes before an equals sign, and an address has a colon first. */
const NAMED = /^(?<name>[^:=]+)=(?<address>.+)$/su;

/** Each application that is served from memory has a store of its own. */
const NOWHERE_ELSE = "memory:";

const EACH_ITS_OWN =
  "Give each application another store: --store first=sqlite:first.sqlite --store second=sqlite:second.sqlite for first.yaml and second.yaml.";
