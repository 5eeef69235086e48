import { existsSync } from "node:fs";
import { chmod, rename, rm, stat } from "node:fs/promises";
import { connectWriter, makePrivateFile } from "./connect.ts";
import type { SqliteConnection } from "./connection.ts";
import { SqliteError } from "./sqlite-error.ts";

/**
 * Copies what a connection sees, which has to be in a transaction: then others may write meanwhile, and the copy neither
 * begins again nor mixes two states. Until the copy is whole and found sound it lies next to its place, so that a copying
 * that fails leaves an older one as it was.
 */
export async function backUp(connection: SqliteConnection, copy: string, replaces: boolean): Promise<void> {
  if (existsSync(copy) && !replaces) throw new SqliteError(`There is a file "${copy}" already.`);
  // SQLite would take the log of another file for the log of this one.
  if (existsSync(`${copy}-wal`))
    throw new SqliteError(
      `"${copy}" is in use by another program, or was left behind by one: look at "${copy}-wal".`,
    );
  const unfinished = `${copy}.unfinished`;
  await removeDatabase(unfinished);
  try {
    makePrivateFile(unfinished);
    const replaced = await stat(copy).catch(() => undefined);
    if (replaced !== undefined) await chmod(unfinished, replaced.mode);
    await connection.copyTo(unfinished);
    refuseUnsound(unfinished);
    await rename(unfinished, copy);
  } catch (error) {
    await removeDatabase(unfinished);
    throw error;
  }
}

/** Opens the copy as a store would and closes it, which also empties its log. */
function refuseUnsound(copy: string): void {
  const connection = connectWriter(copy, {});
  try {
    const [verdict] = connection.get("pragma quick_check(1)") ?? [];
    if (verdict !== "ok")
      throw new SqliteError(`The copy is damaged, and so may be what was copied: ${verdict}.`);
  } finally {
    connection.close();
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm", "-journal"]) await rm(`${file}${ending}`, { force: true });
}
