import { randomUUID } from "node:crypto";
import { access, constants, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Gives a file another text in one step: whenever the process or the machine ends, the file has the old text or the new one, whole. A link
 * stays one, and the rights of the file stay. Rejects as the file system does, and where the file is read-only.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file);
  const { mode } = await stat(target);
  await access(target, constants.W_OK);
  if ((mode & 0o222) === 0) throw new Error("the file is read-only");
  const folder = dirname(target);
  const temporary = join(folder, `.${basename(target)}.${randomUUID()}.tmp`);
  try {
    const written = await open(temporary, "wx", mode);
    try {
      await written.chmod(mode);
      await written.writeFile(text);
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Some systems do not open folders; the name is then written when the system writes it. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r").catch(() => undefined);
  await opened?.sync().catch(() => {});
  await opened?.close();
}
