/** A line of the log, as pino writes it. */
export interface LogLine {
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
