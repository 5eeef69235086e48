import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A file of the page as it is sent. */
interface PageFile {
  /** The value of `content-type`. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The same for those who take gzip, where that is shorter. */
  readonly gzipped?: Uint8Array;
}

/** The built page: its files by their paths below `/console/`; undefined where it has not been built. */
export async function readConsole(): Promise<ReadonlyMap<string, PageFile> | undefined> {
  const paths = await pathsIn(BUILT);
  const files = await Promise.all(paths.map(readPageFile));
  if (paths.length === 0) return undefined;
  return new Map(paths.map((path, at) => [below(BUILT, path), files[at] as PageFile]));
}

/** The same from the sources and from what is published. */
const BUILT = join(import.meta.dirname, "../dist/page");

async function pathsIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function below(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

async function readPageFile(path: string): Promise<PageFile> {
  const bytes = await readFile(path);
  const gzipped = await promisify(gzip)(bytes);
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  return { type, bytes, ...(gzipped.length < bytes.length ? { gzipped } : {}) };
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".md": "text/plain; charset=utf-8",
};
