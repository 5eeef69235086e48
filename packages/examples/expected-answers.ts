/** What a `compute-expected.ts` says of the rows of an example: figures computed only from its CSV files. */
export interface ExpectedAnswers {
  readonly about: string;
  readonly rowCounts: Readonly<Record<string, number>>;
  /** Sums of columns over all rows, exact to the last digit. */
  readonly sums: readonly { readonly table: string; readonly column: string; readonly sum: string }[];
  readonly finds: readonly ExpectedFind[];
  /** Rows in the form of the specification, in the Locale of the application. */
  readonly wholeRows: Readonly<Record<string, readonly ExpectedRow[]>>;
  readonly newRows: ExpectedNewRows;
}

export interface ExpectedFind {
  readonly title: string;
  readonly table: string;
  readonly selector: string;
  readonly count: number;
  /** The keys of the rows in order: of the column `key`. */
  readonly key?: string;
  readonly keys?: readonly (string | number)[];
  /** What the column `column` holds in these rows, and what it comes to. */
  readonly column?: string;
  readonly values?: readonly number[];
  readonly sum?: string;
}

/** Rows to send with Add, and what must come back. */
export interface ExpectedNewRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly key: string;
  readonly keys: readonly (string | number)[];
  readonly column: string;
  readonly values: readonly number[];
  /** The rows to which the new ones are added, and how many existed before. */
  readonly selector: string;
  readonly countBefore: number;
}

export type ExpectedRow = Readonly<Record<string, string | number>> & { readonly _RowNumber: number };
