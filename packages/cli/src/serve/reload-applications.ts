import type { Engine } from "@tablewright/core";
import type { OperatorLog } from "../log/operator-log.ts";
import type { Terminal } from "../terminal.ts";
import type { OpenApplication } from "./open-application.ts";

/**
 * Makes what reads all definitions again and serves them in the place of the old ones. Calls under way end as they began. A
 * definition that cannot be served leaves its old one, and the log says why. Runs of it go one after another.
 */
export function reloadApplications(
  applications: readonly OpenApplication[],
  replace: (engines: readonly Engine[]) => void,
  terminal: Terminal,
  log: OperatorLog,
): () => Promise<void> {
  let engines: readonly Engine[] = applications.map(({ engine }) => engine);
  let last: Promise<void> = Promise.resolve();
  const reload = async () => {
    const next: Engine[] = [];
    for (const [at, application] of applications.entries()) {
      const old = engines[at] ?? application.engine;
      next.push((await reopen(application, terminal, log)) ?? old);
    }
    engines = next;
    replace(engines);
  };
  return () => {
    last = last.then(reload);
    return last;
  };
}

async function reopen(
  application: OpenApplication,
  terminal: Terminal,
  log: OperatorLog,
): Promise<Engine | undefined> {
  const { file } = application;
  const reasons: string[] = [];
  const engine = await application
    .reopen({ ...terminal, err: (text) => reasons.push(text) })
    .catch((error: Error) => void reasons.push(error.message));
  const details = { file, ...(reasons.length === 0 ? {} : { reasons: reasons.join("\n") }) };
  if (engine === undefined)
    log.note({ level: "warning", message: "the definition cannot be served; the old one is", details });
  else log.note({ level: "info", message: "the definition was read again", details });
  return engine;
}
