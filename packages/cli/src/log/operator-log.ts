import type { LogEntry } from "@tablewright/core";
import type { SettingValues } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";

/** Where a command that runs for long notes what happens: on the error output. */
export interface OperatorLog {
  readonly level: "debug" | "info" | "warn" | "error";
  /** Takes a line of JSON, its level already looked at. */
  write(line: string): void;
  note(entry: LogEntry): void;
}

/** Lines of JSON, or, where a person looks on, lines that are easier to read. */
export function createOperatorLog(
  settings: Pick<SettingValues, "logLevel" | "logFormat" | "quiet">,
  terminal: Terminal,
): OperatorLog {
  const { logFormat } = settings;
  const level = settings.quiet ? "error" : settings.logLevel;
  const isText = logFormat === "auto" ? terminal.status !== undefined : logFormat === "text";
  const write = (line: LogLine) => terminal.err(isText ? describeLogLine(line) : JSON.stringify(line));
  return {
    level,
    write: (text) => (isText ? write(JSON.parse(text)) : terminal.err(text.trimEnd())),
    note: ({ level: name, message, details }) => {
      const number = LEVELS[name];
      if (number >= LEVELS[level]) write({ level: number, time: Date.now(), ...details, msg: message });
    },
  };
}

/** As pino numbers them. */
const LEVELS = { debug: 20, info: 30, warn: 40, warning: 40, error: 50 } as const;

/** A line of the log, as pino writes it. */
interface LogLine {
  readonly level: number;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
  readonly msg: string;
  readonly [detail: string]: unknown;
}

/** A line of the log for people: the time of day, what happened, and its details, such as `12:34:56 200 Find Orders …`. */
export function describeLogLine({ level, time, msg, ...details }: LogLine): string {
  const clock = new Date(time).toTimeString().slice(0, 8);
  const mark = level >= 50 ? ["ERROR"] : level >= 40 ? ["WARNING"] : [];
  const { status, action, table, method, path, ms, err, ...rest } = details;
  const isCall = msg === "call";
  const subject =
    action === undefined && table === undefined ? [method, path] : [action ?? "(no action)", table];
  const words = isCall ? [status, ...subject, ms === undefined ? undefined : `${ms} ms`] : [msg];
  const others = Object.entries(
    isCall ? rest : { ...rest, ...omitBlank({ status, action, table, method, path, ms }) },
  );
  const pairs = others.map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const { stack } = (err ?? {}) as { readonly stack?: string };
  const line = [clock, ...mark, ...words, ...pairs].filter((word) => word !== undefined).join(" ");
  return stack === undefined ? line : `${line}\n${stack}`;
}

function omitBlank(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
