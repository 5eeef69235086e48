import { once } from "node:events";
import type { Engine } from "@tablewright/core";
import type { Delivery } from "@tablewright/delivery";
import {
  type CallReport,
  closeServer,
  createLogger,
  createServer,
  type RecordApi,
  type RecordServer,
  type TlsFiles,
} from "@tablewright/http";
import type { OperatorLog } from "../log/operator-log.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { FollowingShadow } from "../past/follow-by-shadow.ts";
import { packageVersion } from "../platform.ts";
import type { GivenLimits } from "../settings/read-values.ts";
import type { SettingValues } from "../settings/settings.ts";
import { openSharedRates } from "../stores/open-store.ts";
import type { Terminal } from "../terminal.ts";
import { type BackgroundWork, beginRefilling, beginSharingRates, beginTrimming } from "./background.ts";
import { beginMetrics } from "./begin-metrics.ts";
import { describeApplication } from "./describe-application.ts";
import { listen, readTlsFiles } from "./listen.ts";
import type { OpenApplication } from "./open-application.ts";
import { type FileWatch, reloadApplications } from "./reload-applications.ts";
import { assistantsOf, consoleFiles, editorsOf, eventOperatorsOf, testsOf } from "./service-parts.ts";

/** Serves applications until it is stopped, and answers then whether there was anything to stop. */
export async function serveApplications(
  applications: readonly OpenApplication[],
  options: SettingValues,
  { limits, tls, metrics, log, watch, onHangUp, shadow: candidate }: ServingParts,
  terminal: Terminal,
): Promise<boolean> {
  const loading = new Set(applications);
  let engines: readonly Engine[] = applications.map((one) =>
    withReadiness(one.engine, () => !loading.has(one)),
  );
  const logger = createLogger(log, log.level);
  let calls = 0;
  const reportCall = (report: CallReport) => {
    calls++;
    metrics?.count(report);
  };
  const { wire, queryKeys: allowKeyInQuery, origins, trustedProxies } = options;
  const rates = { perKey: options.keyRate, perAddress: options.addressRate };
  const console = await consoleFiles(options.console);
  const { calls: callLimits, timeouts } = limits;
  const bounds = { limits: callLimits, timeouts };
  const access = { allowKeyInQuery, rates, origins, trustedProxies, tls };
  const engineAt = (at: number) => engines[at] as Engine;
  const reload = reloadApplications(
    applications,
    (next) => {
      engines = next.map((one, at) =>
        withReadiness(one, () => !loading.has(applications[at] as OpenApplication)),
      );
      server.recordApi.replaceEngines(engines);
    },
    terminal,
    log,
  );
  const operators = {
    events: eventOperatorsOf(applications, engineAt, options.readOnly),
    tests: testsOf(applications, options.functions, terminal.stopped),
    definitions: options.editDefinition
      ? await editorsOf(applications, {
          engineAt,
          reload,
          functions: options.functions,
          stopped: terminal.stopped,
          log,
        })
      : undefined,
  };
  const server: RecordServer = createServer({
    engines,
    wire,
    ...access,
    logger,
    reportCall,
    console,
    imageOrigins: options.consoleImages,
    ...operators,
    assistants: options.mcp ? assistantsOf(() => server.recordApi) : undefined,
    ...bounds,
  });
  const listening = await listen(server, options.host, options.port, tls !== undefined);
  if ("refusal" in listening) {
    terminal.err(listening.refusal);
    await server.close();
    return false;
  }
  let shadow: FollowingShadow | undefined;
  const shadowState = () => shadow?.state();
  const scraped =
    metrics && (await beginMetrics(metrics, { server, applications, options, log, shadowState }, terminal));
  if (scraped === "failed") {
    await server.close();
    return false;
  }
  let deliveries: readonly Delivery[] = [];
  const background: BackgroundWork[] = [];
  const sharing = await shareRates(server.recordApi, applications, options, log);
  const isLoaded = await loadApplications(applications, loading, listening.address, options, terminal);
  if (isLoaded) {
    for (const application of applications) {
      terminal.out(
        await describeApplication(listening.address, application, Date.now(), console !== undefined),
      );
    }
    const mayWrite = !options.readOnly;
    if (options.deliver && mayWrite)
      deliveries = await beginDeliveries(applications, engineAt, options, terminal, log);
    const served = applications.map(({ engine }) => engine);
    if (mayWrite) background.push(beginTrimming(served, log));
    if (candidate !== undefined) {
      const { followByShadow } = await import("../past/follow-by-shadow.ts");
      const { file, application } = candidate;
      shadow = followByShadow({ file, address: application.address, functions: options.functions }, log);
    }
    log.note({ level: "info", message: "started", details: aboutStart(applications, listening.address) });
    const readAgain = () => void (watch.definitions && reload());
    background.push(beginRefilling(() => engines, readAgain, log));
    const renew = () => renewCertificate(server, options, log);
    onHangUp(() => {
      void reload();
      renew();
    });
    const watches = [watch.definitions?.begin(() => void reload()), watch.certificate.begin(renew)];
    if (!terminal.stopped.aborted) await once(terminal.stopped, "abort");
    for (const end of watches) end?.();
  }
  const because = terminal.stopped.aborted ? String(terminal.stopped.reason) : "it could not start";
  log.note({ level: "info", message: "stopping", details: { because, calls } });
  scraped?.close();
  await Promise.all([
    closeServer(server, LONGEST_CLOSING, terminal.hurried),
    ...deliveries.map((delivery) => delivery.stop(terminal.hurried)),
    ...background.map((work) => work.end()),
    sharing?.end(),
    shadow?.end(terminal),
  ]);
  return isLoaded;
}

/** What serving works with besides its applications. */
export interface ServingParts {
  readonly limits: GivenLimits;
  readonly metrics: Metrics | undefined;
  readonly log: OperatorLog;
  readonly watch: {
    /** Undefined where they are not to be read again when they change. */
    readonly definitions: FileWatch | undefined;
    readonly certificate: FileWatch;
  };
  readonly tls: TlsFiles | undefined;
  /** A changed definition that follows the calls of an application. */
  readonly shadow: { readonly file: string; readonly application: OpenApplication } | undefined;
  /** Takes what is called when a signal says that what the process has read may have changed. */
  readonly onHangUp: (listener: () => void) => void;
}

function aboutStart(applications: readonly OpenApplication[], address: string): Record<string, string> {
  const list = (names: readonly string[]) => names.join(", ");
  return {
    version: packageVersion(),
    node: process.versions.node,
    address,
    applications: list(applications.map(({ engine }) => engine.app.id)),
    stores: list(applications.map(({ store }) => store.name)),
  };
}

/** Loads what is to be loaded, while the server answers; answers whether all went well. */
async function loadApplications(
  applications: readonly OpenApplication[],
  loading: Set<OpenApplication>,
  address: string,
  { dataLocale }: SettingValues,
  terminal: Terminal,
): Promise<boolean> {
  const timer = setTimeout(
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
    clearTimeout(timer);
  }
}

/** Milliseconds of loading about which nothing is said. */
const QUIET_LOADING = 1_000;

async function beginDeliveries(
  applications: readonly OpenApplication[],
  engineAt: (at: number) => Engine,
  options: SettingValues,
  terminal: Terminal,
  log: OperatorLog,
): Promise<readonly Delivery[]> {
  const { beginDelivery } = await import("../deliver/begin-delivery.ts"); // with what a start does without
  return applications.map(({ store }, at) =>
    beginDelivery({ store, engine: () => engineAt(at) }, options, terminal, log),
  );
}

/** Where several servers may serve from one database, their limits in time are those of all of them. */
async function shareRates(
  api: RecordApi,
  [first]: readonly OpenApplication[],
  { keyRate, addressRate, readOnly }: SettingValues,
  log: OperatorLog,
): Promise<BackgroundWork | undefined> {
  if ((keyRate === undefined && addressRate === undefined) || readOnly || first === undefined)
    return undefined;
  const shared = await openSharedRates(first.address);
  return shared && beginSharingRates(api, shared, log);
}

/** Milliseconds for the calls under way, a second less than operators are promised. Rows are saved after that, however long it takes. */
const LONGEST_CLOSING = 9_000;

/** The same engine, which `GET /readyz` finds away before `isReady`. */
export function withReadiness(engine: Engine, isReady: () => boolean): Engine {
  return {
    ...engine,
    check: async () => {
      if (!isReady()) throw new Error("Its rows are being loaded.");
      await engine.check();
    },
  };
}

/** Serves new connections with the certificate that is in the file now. One that cannot be served leaves the old one. */
function renewCertificate(server: RecordServer, settings: SettingValues, log: OperatorLog): void {
  const files = readTlsFiles(settings, Date.now());
  if (typeof files === "string") {
    const message = "the certificate cannot be served; the old one is";
    log.note({ level: "warning", message, details: { reason: files } });
    return;
  }
  if (files === undefined || !("setSecureContext" in server.server)) return;
  (server.server as unknown as SecureServer).setSecureContext(files);
  log.note({ level: "info", message: "the certificate was read again", details: {} });
}

interface SecureServer {
  setSecureContext(files: { readonly cert: string; readonly key: string }): void;
}
