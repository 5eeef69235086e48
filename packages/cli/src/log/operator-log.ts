import type { LogEntry } from "@tablewright/core";
import type { SettingValues } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { describeLogLine, type LogLine } from "./describe-log-line.ts";

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
