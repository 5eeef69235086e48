/** What the engine may not take from the outside world by itself. */
export interface Services {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** A number from 0 up to but without 1; the source of UNIQUEID and RANDBETWEEN. */
  random(): number;
}
