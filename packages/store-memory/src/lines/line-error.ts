/** A line that is not as `writeLines` writes it; the message goes on after the number of the line. */
export class LineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LineFault";
  }
}
