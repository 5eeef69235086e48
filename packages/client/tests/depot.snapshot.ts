/** Types of the application "The *\/ "Depot"", written by "tablewright types". Change the definition and write them again. */

/** A row of "2026 Jobs". */
export interface Table2026JobsRow {
  _RowNumber: number;
  /** Number */
  Job: number;
  /** Text: What to do, *\/ at least. */
  Title: string;
  /** Enum */
  State: "Open" | "It's \"done\"" | null;
  /** Enum */
  Size: "S" | "L" | (string & {}) | null;
  /** EnumList */
  Tags: ("a" | "b")[];
  /** Date, such as "2026-08-31" */
  Due: string | null;
  /** Yes/No */
  Late: boolean | null;
  /** List of "Parts" */
  "Related Parts": string[];
  /** Where `Expand` among the properties of a Find asks for it. */
  _Expanded?: {
    "Related Parts"?: Partial<PartsRow>[];
  };
}

/** What names a row of "2026 Jobs". */
export interface Table2026JobsKey {
  /** Number */
  Job: number;
}

/** What Add takes for "2026 Jobs". */
export interface Table2026JobsNew {
  /** Number */
  Job?: number;
  /** Text: What to do, *\/ at least. */
  Title: string;
  /** Enum */
  State?: "Open" | "It's \"done\"" | null;
  /** Enum */
  Size?: "S" | "L" | (string & {}) | null;
  /** EnumList */
  Tags: readonly ("a" | "b")[];
  /** Date, such as "2026-08-31" */
  Due?: string | null;
}

/** What Edit takes for "2026 Jobs": the key and the columns to change. */
export type Table2026JobsChange = Table2026JobsKey & {
  /** Text: What to do, *\/ at least. */
  Title?: string;
  /** Enum */
  State?: "Open" | "It's \"done\"" | null;
  /** Enum */
  Size?: "S" | "L" | (string & {}) | null;
  /** EnumList */
  Tags?: readonly ("a" | "b")[];
  /** Date, such as "2026-08-31" */
  Due?: string | null;
};

/** A row of "Parts". */
export interface PartsRow {
  _RowNumber: number;
  /** Ref of "2026 Jobs" */
  Job: number;
  /** Number */
  No: number;
  _ComputedKey: string;
  /** Where `Expand` among the properties of a Find asks for it. */
  _Expanded?: {
    Job?: Partial<Table2026JobsRow> | null;
  };
}

/** What names a row of "Parts": the parts of its key, or all of them as one text. */
export type PartsKey =
  | {
      /** Ref of "2026 Jobs" */
      Job: number;
      /** Number */
      No: number;
    }
  | { _ComputedKey: string };

/** What Add takes for "Parts". */
export interface PartsNew {
  /** Ref of "2026 Jobs" */
  Job: number;
  /** Number */
  No: number;
}

/** A row of "Open Jobs". */
export interface OpenJobsRow {
  _RowNumber: number;
  /** Number */
  Job: number;
  /** Text: What to do, *\/ at least. */
  Title: string;
}

/** What names a row of "Open Jobs". */
export interface OpenJobsKey {
  /** Number */
  Job: number;
}

/** What Edit takes for "Open Jobs": the key and the columns to change. */
export type OpenJobsChange = OpenJobsKey & {
  /** Text: What to do, *\/ at least. */
  Title?: string;
};

/** The application "The *\/ "Depot"": what a client has to know of it. */
export interface Application {
  id: "the depot";
  tables: {
    "2026 Jobs": {
      row: Table2026JobsRow;
      key: Table2026JobsKey;
      add: Table2026JobsNew;
      edit: Table2026JobsChange;
      delete: Table2026JobsKey;
      actions: "Close";
    };
    Parts: {
      row: PartsRow;
      key: PartsKey;
      add: PartsNew;
      edit: never;
      delete: never;
      actions: never;
    };
    "Open Jobs": {
      row: OpenJobsRow;
      key: OpenJobsKey;
      add: never;
      edit: OpenJobsChange;
      delete: never;
      actions: "Close";
    };
  };
}
