import { statSync } from "node:fs";
import type { Engine } from "@tablewright/core";
import type { OperatorLog } from "../log/operator-log.ts";
import type { Terminal } from "../terminal.ts";
import type { OpenApplication } from "./open-application.ts";

/** Files as they were at one moment, and what calls back when one of them is another. */
export interface FileWatch {
  /** Watches one more file as it is now, unless it is watched already. */
  add(file: string): void;
  /** Calls back at each change since the files were looked at first, until the answer is called. */
  begin(callback: () => void): () => void;
}

/**
 * Looks at files now, before they are read, and now and then later: editors put a new file in the place of the old one, and
 * some file systems do not report changes. A missing file counts as unchanged: it is about to be replaced.
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

/**
 * Makes what reads all definitions again and serves them in the place of the old ones. Calls under way end as they began. A
 * definition that cannot be served leaves its old one, and the log says why. Runs of it go one after another; each answers why not, by the
 * places of the applications that it could not serve.
 */
export function reloadApplications(
  applications: readonly OpenApplication[],
  replace: (engines: readonly Engine[]) => void,
  terminal: Terminal,
  log: OperatorLog,
): Reload {
  let engines: readonly Engine[] = applications.map(({ engine }) => engine);
  let last: Promise<unknown> = Promise.resolve();
  const reload = async () => {
    const next: Engine[] = [];
    const refusals = new Map<number, string>();
    for (const [at, application] of applications.entries()) {
      const old = engines[at] ?? application.engine;
      const { engine, reason } = await reopen(application, terminal, log);
      if (engine === undefined) refusals.set(at, reason);
      next.push(engine ?? old);
    }
    engines = next;
    replace(engines);
    return refusals;
  };
  return () => {
    const own = last.then(reload);
    last = own;
    return own;
  };
}

export type Reload = () => Promise<ReadonlyMap<number, string>>;

async function reopen(
  application: OpenApplication,
  terminal: Terminal,
  log: OperatorLog,
): Promise<{ readonly engine: Engine | undefined; readonly reason: string }> {
  const { file } = application;
  const reasons: string[] = [];
  const warnings: string[] = [];
  const engine = await application
    .reopen({ ...terminal, err: (text) => reasons.push(text) }, (text) => warnings.push(text))
    .catch((error: Error) => void reasons.push(error.message));
  const reason = reasons.join("\n");
  const noted = [...warnings, ...reasons].join("\n");
  const details = { file, ...(noted === "" ? {} : { reasons: noted }) };
  if (engine === undefined)
    log.note({ level: "warning", message: "the definition cannot be served; the old one is", details });
  else log.note({ level: "info", message: "the definition was read again", details });
  return { engine: engine ?? undefined, reason };
}
