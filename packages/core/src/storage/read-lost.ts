/**
 * A read was given up: the copy of the database that answered it has gone, or writes were in its way. The same read may be done again
 * at once.
 */
export class ReadLost extends Error {
  readonly code = "server/store-away";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ReadLost";
  }
}
