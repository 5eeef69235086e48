/** Where a command writes and how it learns that it should end. */
export interface Terminal {
  /** Writes lines of what was asked for. */
  out(text: string): void;
  /** Writes lines about what went wrong. */
  err(text: string): void;
  /** Draws a line over the last one that was drawn; a blank one removes it. Only where a person looks on. */
  status?(text: string): void;
  /** Aborted when the command is to finish what it is doing and end. */
  readonly stopped: AbortSignal;
  /** The variables that the process was started with. */
  readonly environment: Environment;
  /** Calls back whenever a signal says that what the process has read may have changed; a command that runs until stopped asks for it. */
  onHangUp?(callback: () => void): void;
  /** Aborted when it is not even to wait for what it is doing, except for what would be lost. */
  readonly hurried?: AbortSignal;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `1 row`, `0 rows`, `1,200 rows`. */
export function counted(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Without `toLocaleString`, which loads the platform's Locales: 4 MB that a server may never need. */
function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
