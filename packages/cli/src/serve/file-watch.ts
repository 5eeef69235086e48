import { statSync } from "node:fs";

/** Files as they were at one moment, and what calls back when one of them is another. */
export interface FileWatch {
  /** Watches one more file as it is now, unless it is watched already. */
  add(file: string): void;
  /** Calls back at each change since the files were looked at first, until the answer is called. */
  begin(callback: () => void): () => void;
}

/**
 * Looks at files now, before they are read, and now and then later: editors put a new file in the place of the old one, and
 * some file systems tell nothing of changes. A file that is missing has not changed: another is about to come.
 */
export function fileWatch(files: readonly string[]): FileWatch {
  const times = new Map(files.map((file) => [file, timeOf(file)]));
  const hasChanged = () => {
    let isAny = false;
    for (const file of times.keys()) {
      const time = timeOf(file);
      if (time === undefined || time === times.get(file)) continue;
      times.set(file, time);
      isAny = true;
    }
    return isAny;
  };
  return {
    add(file) {
      if (!times.has(file)) times.set(file, timeOf(file));
    },
    begin(callback) {
      const timer = setInterval(() => hasChanged() && callback(), BETWEEN_LOOKS).unref();
      return () => clearInterval(timer);
    },
  };
}

/** Milliseconds. */
const BETWEEN_LOOKS = 1_000;

/** When a file was written last, and which file it is. */
function timeOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && `${stats.mtimeMs} ${stats.ino} ${stats.size}`;
}
