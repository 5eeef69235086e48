import { once } from "node:events";
import type { Delivery } from "@tablewright/delivery";
import { closeServer, createLogger, createServer } from "@tablewright/http";
import type { SettingValues } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { closeApplications } from "./close-applications.ts";
import { describeApplication } from "./describe-application.ts";
import { isLoopback } from "./is-loopback.ts";
import { listen } from "./listen.ts";
import { type OpenApplication, openApplication } from "./open-application.ts";
import { type GivenLimits, readLimits } from "./read-limits.ts";
import { readStores } from "./read-stores.ts";
import { withReadiness } from "./with-readiness.ts";

/** Serves the applications of definition files until it is stopped; answers whether that went well, as an exit code. */
export async function serveFiles(
  files: readonly string[],
  options: SettingValues,
  terminal: Terminal,
): Promise<number> {
  const say: Terminal = options.quiet ? { ...terminal, out: () => {} } : terminal;
  const limits = readLimits(options.limits);
  if (typeof limits === "string") {
    terminal.err(limits);
    return 1;
  }
  const stores = readStores(files, options.store);
  if (typeof stores === "string") {
    terminal.err(stores);
    return 1;
  }
  const takesPlainKeys = options.allowPlainKeys || isLoopback(options.host);
  const applications: OpenApplication[] = [];
  let isServed = false;
  try {
    for (const [at, file] of files.entries()) {
      const store = stores[at] ?? "";
      const opening = { store, data: options.data, limits: limits.engine, takesPlainKeys };
      const application = await openApplication(file, opening, say);
      if (application === undefined) return 1;
      applications.push(application);
    }
    isServed = await serveApplications(applications, options, limits, say);
  } finally {
    isServed = (await closeApplications(applications, terminal)) && isServed;
  }
  return isServed ? 0 : 1;
}

/** Answers, when it has been stopped, whether there was anything to stop. */
async function serveApplications(
  applications: readonly OpenApplication[],
  options: SettingValues,
  { calls, timeouts }: GivenLimits,
  terminal: Terminal,
): Promise<boolean> {
  const loading = new Set(applications);
  const engines = applications.map((one) => withReadiness(one.engine, () => !loading.has(one)));
  const log = { write: (line: string) => terminal.err(line.trimEnd()) };
  const logger = createLogger(log, options.quiet ? "error" : "info");
  const { wire, queryKeys: allowKeyInQuery } = options;
  const server = createServer({ engines, wire, allowKeyInQuery, logger, limits: calls, timeouts });
  const listening = await listen(server, options.host, options.port);
  if ("refusal" in listening) {
    terminal.err(listening.refusal);
    await server.close();
    return false;
  }
  let deliveries: readonly Delivery[] = [];
  const isLoaded = await loadApplications(applications, loading, listening.address, options, terminal);
  if (isLoaded) {
    for (const application of applications) {
      terminal.out(await describeApplication(listening.address, application, Date.now()));
    }
    if (options.deliver) deliveries = await beginDeliveries(applications, options, terminal);
    if (!terminal.stopped.aborted) await once(terminal.stopped, "abort");
  }
  await Promise.all([
    closeServer(server, LONGEST_CLOSING, terminal.hurried),
    ...deliveries.map((delivery) => delivery.stop(terminal.hurried)),
  ]);
  return isLoaded;
}

/** Loads what is to be loaded, while the server answers; answers whether all went well. */
async function loadApplications(
  applications: readonly OpenApplication[],
  loading: Set<OpenApplication>,
  address: string,
  { dataLocale }: SettingValues,
  terminal: Terminal,
): Promise<boolean> {
  const patience = setTimeout(
    () =>
      terminal.out(
        `Rows are being loaded. Calls to ${address} are answered meanwhile; /readyz tells when all rows are there.`,
      ),
    QUIET_LOADING,
  );
  try {
    for (const application of applications) {
      const { engine, data } = application;
      if (data !== undefined) {
        const { loadData } = await import("./load-data.ts"); // with what reads CSV, which most starts do without
        if (!(await loadData(engine, data, terminal, dataLocale))) return false;
      }
      loading.delete(application);
    }
    return true;
  } finally {
    clearTimeout(patience);
  }
}

/** Milliseconds of loading about which nothing is said. */
const QUIET_LOADING = 1_000;

async function beginDeliveries(
  applications: readonly OpenApplication[],
  options: SettingValues,
  terminal: Terminal,
): Promise<readonly Delivery[]> {
  const { beginDelivery } = await import("../deliver/begin-delivery.ts"); // with what a start does without
  return applications.map(({ store }) => beginDelivery(store, options, terminal));
}

/** Milliseconds for the calls under way, a second less than operators are promised. Rows are saved after that, however long it takes. */
const LONGEST_CLOSING = 9_000;
