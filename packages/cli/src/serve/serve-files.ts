import { isLoopback } from "../access-keys.ts";
import { createOperatorLog } from "../log/operator-log.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import { type ProgramModule, readProgramModule } from "../program-module.ts";
import { readSoundDefinition } from "../read-definition.ts";
import { readLimits, readStores } from "../settings/read-values.ts";
import type { SettingValues } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { readTlsFiles } from "./listen.ts";
import {
  closeApplications,
  type OpenApplication,
  openApplication,
  sharedIdRefusal,
} from "./open-application.ts";
import { fileWatch } from "./reload-applications.ts";
import { type ServingParts, serveApplications } from "./serve-applications.ts";

/** Serves the applications of definition files until it is stopped; answers whether that went well, as an exit code. */
export async function serveFiles(
  files: readonly string[],
  options: SettingValues,
  terminal: Terminal,
): Promise<number> {
  const onHangUp = hangUps(terminal);
  const say: Terminal = options.quiet ? { ...terminal, out: () => {} } : terminal;
  const log = createOperatorLog(options, say);
  const { limits, errors } = readLimits(options.limits);
  for (const error of errors) terminal.err(error);
  if (errors.length > 0) return 1;
  const tls = readTlsFiles(options, Date.now());
  if (typeof tls === "string") {
    terminal.err(tls);
    return 1;
  }
  const stores = readStores(files, options.store);
  if (typeof stores === "string") {
    terminal.err(stores);
    return 1;
  }
  const module = await readProgramModule(options.functions, terminal);
  if (module === undefined) return 1;
  const takesPlainKeys = options.allowPlainKeys || isLoopback(options.host);
  const metrics = options.metricsPort === undefined ? undefined : await loadMetrics();
  const certificate = [options.tlsCertificate, options.tlsKey].filter((file) => file !== undefined);
  const watch = {
    definitions: options.watch ? fileWatch(files) : undefined,
    certificate: fileWatch(certificate),
  };
  const { readOnly } = options;
  const refuseEditing = options.editDefinition
    ? (await import("../edit/definition-editor.ts")).editingRefusal
    : async () => undefined;
  const applications: OpenApplication[] = [];
  const ids = new Map<string, string>();
  let isServed = false;
  try {
    for (const [at, file] of files.entries()) {
      const store = stores[at] ?? "";
      const opening = {
        store,
        data: options.data,
        limits: limits.engine,
        takesPlainKeys,
        module,
        tellTable: watch.definitions?.add,
        readOnly,
        keepsVersions: options.editDefinition,
        measure: metrics?.measure,
      };
      const early = await refuseEditing(file, { readOnly });
      if (early !== undefined) {
        terminal.err(early);
        return 1;
      }
      const application = await openApplication(file, opening, say, log);
      if (application === undefined) return 1;
      applications.push(application);
      const refusal = sharedIdRefusal(ids, application.engine.app.id, file);
      const uneditable = await refuseEditing(file, { readOnly, store: application.store });
      if (refusal !== undefined || uneditable !== undefined) {
        terminal.err(refusal ?? uneditable ?? "");
        return 1;
      }
    }
    const shadow =
      options.shadow === undefined
        ? undefined
        : await readShadow(options.shadow, applications, module, terminal);
    if (shadow === "refused") return 1;
    isServed = await serveApplications(
      applications,
      options,
      { limits, tls, metrics, log, watch, onHangUp, shadow },
      say,
    );
  } finally {
    isServed = (await closeApplications(applications, terminal)) && isServed;
  }
  if (isServed) log.note({ level: "info", message: "stopped", details: {} });
  return isServed ? 0 : 1;
}

/** Only with a setting for them: most starts do without. */
async function loadMetrics(): Promise<Metrics> {
  return (await import("../metrics/create-metrics.ts")).createMetrics();
}

/**
 * Takes hang-ups from now on, so that one that comes while applications are being opened does not end the process: the
 * listener that is handed in later is called for it at once.
 */
export function hangUps({ onHangUp }: Pick<Terminal, "onHangUp">): (listener: () => void) => void {
  let listener: (() => void) | undefined;
  let isDue = false;
  onHangUp?.(() => {
    if (listener === undefined) isDue = true;
    else listener();
  });
  return (next) => {
    listener = next;
    if (isDue) next();
  };
}

/** What a shadow is to follow; `refused` where that cannot be, which has been reported. */
async function readShadow(
  file: string,
  applications: readonly OpenApplication[],
  { functions }: ProgramModule,
  terminal: Terminal,
): Promise<ServingParts["shadow"] | "refused"> {
  const definition = await readSoundDefinition(file, terminal, { functions });
  if (definition === undefined) return "refused";
  const isSame = (id: string) => id.toLowerCase() === definition.id.toLowerCase();
  const application = applications.find(({ engine }) => isSame(engine.app.id));
  const refuse = (reason: string) => {
    terminal.err(`${file}: ${reason}`);
    return "refused" as const;
  };
  if (application === undefined) {
    const served = applications.map(({ engine }) => `"${engine.app.id}"`).join(", ");
    return refuse(
      `The application "${definition.id}" is not served. --shadow takes a changed definition of one that is: ${served}.`,
    );
  }
  if (!application.engine.app.hasHistory)
    return refuse(
      `The application "${definition.id}" has no history, which a shadow follows. Write "history: { keep: 30d }" below "app" in the definition that is served.`,
    );
  if (application.address.startsWith("memory:"))
    return refuse(
      "A shadow reads the history in the store. Name one that other processes can read, such as --store sqlite:rows.sqlite.",
    );
  return { file, application };
}
