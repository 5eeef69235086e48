/** The time as delivery takes it: handed in, so that tests need none of the real one. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. It may be set back. */
  now(): number;
  /** Resolves after so many milliseconds, or as soon as the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}
