import type { CallReport } from "@tablewright/http";
import { Counter, Histogram, type Registry } from "prom-client";

/**
 * Counts what was answered. Every label is a name of the definition, of a route, or a code of ours, so callers cannot make more
 * series than there are of these: what they sent besides them is a blank label.
 */
export function callMetrics(registry: Registry): (report: CallReport) => void {
  const registers = [registry];
  const calls = new Counter({
    name: "tablewright_calls_total",
    help: "Calls that were answered.",
    labelNames: ["app", "table", "action", "status", "code"],
    registers,
  });
  const seconds = new Histogram({
    name: "tablewright_call_seconds",
    help: "From the head of a call to the end of its answer.",
    labelNames: ["app", "action"],
    buckets: BUCKETS,
    registers,
  });
  const rows = new Counter({
    name: "tablewright_rows_total",
    help: "Rows that calls brought (sent), and rows that they were answered.",
    labelNames: ["app", "table", "direction"],
    registers,
  });
  const fuel = new Counter({
    name: "tablewright_fuel_total",
    help: "Steps of their budgets that calls have spent on expressions.",
    labelNames: ["app", "table", "action"],
    registers,
  });
  const requests = new Counter({
    name: "tablewright_requests_total",
    help: "Requests on every route, calls among them.",
    labelNames: ["route", "status"],
    registers,
  });
  return (report) => {
    const { route = "", app = "", table = "", action = "", status, code = "", milliseconds } = report;
    requests.inc({ route, status });
    if (table === "" && action === "" && code === "") return;
    calls.inc({ app, table, action, status, code });
    seconds.observe({ app, action }, milliseconds / 1_000);
    if (report.fuel) fuel.inc({ app, table, action }, report.fuel);
    if (report.rowsSent) rows.inc({ app, table, direction: "sent" }, report.rowsSent);
    if (report.rows) rows.inc({ app, table, direction: "answered" }, report.rows);
  };
}

/** Seconds: a small call takes about one thousandth, the longest a few. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
