export interface Usage {
  /** Seconds of processor time since the start, those of the database included. */
  readonly cpuSeconds: number;
  /** Memory that the process holds now and that it held at most, in MB. */
  readonly memory: number;
  readonly peak: number;
}

/** What a serving process says once it listens. */
export interface Ready {
  readonly port: number;
  readonly fillSeconds: number;
}
