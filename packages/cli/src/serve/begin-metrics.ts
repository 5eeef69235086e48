import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RecordServer } from "@tablewright/http";
import type { OperatorLog } from "../log/operator-log.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { ShadowState } from "../past/follow-by-shadow.ts";
import type { SettingValues } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { listenRefusal } from "./listen.ts";
import type { OpenApplication } from "./open-application.ts";

interface Measured {
  readonly server: RecordServer;
  readonly applications: readonly OpenApplication[];
  readonly options: SettingValues;
  readonly log: OperatorLog;
  readonly shadowState: () => ShadowState | undefined;
}

/** Lets the metrics of a server be read on a port of their own; `failed` when that cannot be had, which has been reported. */
export async function beginMetrics(
  metrics: Metrics,
  { server, applications, options, log, shadowState }: Measured,
  terminal: Terminal,
): Promise<Server | "failed"> {
  const stores = applications.map(({ engine, store }) => ({ app: engine.app.id, store }));
  metrics.watch({ load: () => server.recordApi.load(), stores, ...(options.shadow && { shadowState }) });
  const { serveMetrics } = await import("../metrics/serve-metrics.ts");
  const scraped = serveMetrics(metrics, (error) =>
    log.note({ level: "warning", message: "metrics could not be read", details: { error: String(error) } }),
  );
  const { metricsHost: host, metricsPort = 0 } = options;
  try {
    await once(scraped.listen(metricsPort, host), "listening");
  } catch (error) {
    terminal.err(
      listenRefusal(error as NodeJS.ErrnoException, host, metricsPort).replace("--", "--metrics-"),
    );
    return "failed";
  }
  const { port } = scraped.address() as AddressInfo;
  terminal.out(`Metrics are at http://${host}:${port}/metrics`);
  return scraped;
}
