/**
 * Thrown out of an evaluation that cannot pause when its turn is over; see `Meter.beginAttempt`. It is no error: the
 * evaluation is done once more, in steps.
 */
export class Interrupted extends Error {}

/** One for all, because where it was thrown is not read. */
export const INTERRUPTED = new Interrupted("interrupted");
