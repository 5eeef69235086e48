import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it; rejects with the error of the file system. `mkdir` with `recursive` never ends below a
 * folder that takes no others and says ENOENT, such as `/proc`.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    if (code !== "ENOENT") throw error;
    const parent = dirname(path);
    if (await isThere(parent)) throw new Error(`no folder can be made in "${parent}"`);
    await makeFolder(parent);
    await makeFolder(path);
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
