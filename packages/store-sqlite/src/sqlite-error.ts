/**
 * An error of the file or of another program that uses it, worded so that an operator can act on it. By its `code` callers learn
 * what is wrong with the store, and whether the same call may go through later.
 */
export class SqliteError extends Error {
  readonly code: StoreCode;

  /** Whether another process has what is needed, so that waiting helps. */
  get isBusy(): boolean {
    const { errcode } = (this.cause ?? {}) as { errcode?: number };
    return errcode !== undefined && BUSY.includes(errcode & PRIMARY);
  }

  constructor(
    message: string,
    { cause, code = "server/store-away" }: { cause?: unknown; code?: StoreCode | undefined } = {},
  ) {
    super(message, { cause });
    this.name = "SqliteFault";
    this.code = code;
  }

  /** What SQLite threw, said about its file; an error that is not about the file stays as it is. */
  static of(error: unknown, file: string): unknown {
    const { code, errcode, errstr } = error as { code?: unknown; errcode?: number; errstr?: string };
    if (code !== "ERR_SQLITE_ERROR" || errcode === undefined) return error;
    const reason = REASONS[errcode & PRIMARY];
    if (reason === undefined) return error;
    const told = { cause: error, code: CODES[errcode & PRIMARY] };
    return new SqliteError(`"${file}" ${reason} (SQLite: ${errstr}).`, told);
  }

  /** An error for those who shared a transaction that another's error has ended. */
  static around(error: unknown): SqliteError {
    if (error instanceof SqliteError) return error;
    return new SqliteError("The transaction was lost with another one that shared its commit.", {
      cause: error,
    });
  }
}

type StoreCode = `server/store-${"away" | "replaced" | "full" | "damaged"}`;

/** Of what waiting does not mend. */
const CODES: Readonly<Record<number, StoreCode>> = {
  11: "server/store-damaged",
  13: "server/store-full",
  26: "server/store-damaged",
};

const BUSY = [5, 6];

/** SQLite's primary result codes; the bits above tell variants apart. */
const PRIMARY = 0xff;

const REASONS: Readonly<Record<number, string>> = {
  5: "is in use by another program, which did not let go of it in time",
  6: "is in use by another program, which did not let go of it in time",
  8: "may not be written",
  10: "cannot be read or written, the disk reports an error",
  11: "is damaged",
  13: "cannot grow, the disk is full",
  14: "cannot be opened: its folder has to exist, and this user has to be allowed to write there",
  15: "is being recovered by another program",
  26: "is not an SQLite database",
};
