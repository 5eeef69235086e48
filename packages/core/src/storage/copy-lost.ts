/** The copy of a database that a read was answered from has gone. The same read may be done again at once, from another. */
export class CopyLost extends Error {
  readonly code = "server/store-away";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "CopyLost";
  }
}
