/**
 * The clock and the chance of the platform: what an evaluation through the public face has where its context names
 * neither. The one file of core that reads the outside world; the engine and the stores have both handed in.
 */
export const platform = {
  /** Milliseconds since 1970-01-01 in UTC. */
  now: (): number => Date.now(),
  /** A number from 0 up to but without 1. */
  random: (): number => Math.random(),
};
