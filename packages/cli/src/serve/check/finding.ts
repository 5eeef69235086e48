import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** What a check of `serve --check` found out: a sentence, and whether it keeps the server from serving. */
export interface Finding {
  readonly says: string;
  readonly isWell: boolean;
}

export function well(says: string): Finding {
  return { says, isWell: true };
}

export function wrong(says: string): Finding {
  return { says, isWell: false };
}

/** The file of a store that is not there yet; an error where its folder takes no file. */
export async function missingFile(address: string): Promise<string | undefined> {
  const [, file = ""] = /^(?:memory|sqlite):(.+)$/su.exec(address) ?? [];
  if (file === "") return undefined;
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) return undefined;
  await access(dirname(file), constants.W_OK);
  return file;
}
