/** Thrown by a transaction that works beside others and comes to what can be done alone only; its work is run again. */
export class NeedsToBeAlone extends Error {
  constructor() {
    super("The transaction has to be alone.");
  }
}
