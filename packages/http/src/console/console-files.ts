/** A file of the console as it is sent. */
export interface ConsoleFile {
  /** The value of `content-type`. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The same for those who take gzip, where that is shorter. */
  readonly gzipped?: Uint8Array;
}

/** By their paths below `/console/`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;
