import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = "tablewright-tests-";

/**
 * A folder for all temporary files of a run, removed at its end. It is in memory where there is room: no test cuts off the
 * power, and those on SQLite wait for disks most of their time.
 */
export default function provideTemporaryFolder(): (() => void) | undefined {
  if (tmpdir().includes(NAME)) return undefined; // Another package has done it, or the caller has chosen.
  const folder = mkdtempSync(join(hasRoom("/dev/shm") ? "/dev/shm" : tmpdir(), NAME));
  chmodSync(folder, 0o711); // PostgreSQL, which does not run as root, finds its own folder in it.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A gigabyte, which is several times what a run writes. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}
