/** Types of the application "Tool Library", written by "tablewright types". Change the definition and write them again. */

/** A row of "Tools". */
export interface ToolsRow {
  _RowNumber: number;
  /** Text */
  Tool: string;
  /** Text */
  Name: string;
  /** Enum */
  Kind: "Garden" | "Wood" | "Metal" | "Other";
  /** Price */
  "Day Fee": number;
  /** Yes/No */
  Lent: boolean | null;
  /** List of "Loans" */
  "Related Loans": string[];
  /** Where `Expand` among the properties of a Find asks for it. */
  _Expanded?: {
    "Related Loans"?: Partial<LoansRow>[];
  };
}

/** What names a row of "Tools". */
export interface ToolsKey {
  /** Text */
  Tool: string;
}

/** What Add takes for "Tools". */
export interface ToolsNew {
  /** Text */
  Tool: string;
  /** Text */
  Name: string;
  /** Enum */
  Kind?: "Garden" | "Wood" | "Metal" | "Other";
  /** Price */
  "Day Fee"?: number;
}

/** What Edit takes for "Tools": the key and the columns to change. */
export type ToolsChange = ToolsKey & {
  /** Text */
  Name?: string;
  /** Enum */
  Kind?: "Garden" | "Wood" | "Metal" | "Other";
  /** Price */
  "Day Fee"?: number;
};

/** A row of "Loans". */
export interface LoansRow {
  _RowNumber: number;
  /** Text */
  Loan: string;
  /** Ref of "Tools" */
  Tool: string;
  /** Email */
  Borrower: string;
  /** Date, such as "2026-08-31" */
  Since: string;
  /** Date, such as "2026-08-31" */
  Returned: string | null;
  /** Price */
  Fee: number | null;
  /** Where `Expand` among the properties of a Find asks for it. */
  _Expanded?: {
    Tool?: Partial<ToolsRow> | null;
  };
}

/** What names a row of "Loans". */
export interface LoansKey {
  /** Text */
  Loan: string;
}

/** What Add takes for "Loans". */
export interface LoansNew {
  /** Text */
  Loan?: string;
  /** Ref of "Tools" */
  Tool: string;
  /** Email */
  Borrower: string;
  /** Date, such as "2026-08-31" */
  Since?: string;
  /** Date, such as "2026-08-31" */
  Returned?: string | null;
}

/** What Edit takes for "Loans": the key and the columns to change. */
export type LoansChange = LoansKey & {
  /** Ref of "Tools" */
  Tool?: string;
  /** Email */
  Borrower?: string;
  /** Date, such as "2026-08-31" */
  Since?: string;
  /** Date, such as "2026-08-31" */
  Returned?: string | null;
};

/** A row of "Open Loans". */
export interface OpenLoansRow {
  _RowNumber: number;
  /** Text */
  Loan: string;
  /** Ref of "Tools" */
  Tool: string;
  /** Email */
  Borrower: string;
  /** Date, such as "2026-08-31" */
  Since: string;
  /** Date, such as "2026-08-31" */
  Returned: string | null;
  /** Price */
  Fee: number | null;
  /** Where `Expand` among the properties of a Find asks for it. */
  _Expanded?: {
    Tool?: Partial<ToolsRow> | null;
  };
}

/** What names a row of "Open Loans". */
export interface OpenLoansKey {
  /** Text */
  Loan: string;
}

/** What Add takes for "Open Loans". */
export interface OpenLoansNew {
  /** Text */
  Loan?: string;
  /** Ref of "Tools" */
  Tool: string;
  /** Email */
  Borrower: string;
  /** Date, such as "2026-08-31" */
  Since?: string;
  /** Date, such as "2026-08-31" */
  Returned?: string | null;
}

/** What Edit takes for "Open Loans": the key and the columns to change. */
export type OpenLoansChange = OpenLoansKey & {
  /** Ref of "Tools" */
  Tool?: string;
  /** Email */
  Borrower?: string;
  /** Date, such as "2026-08-31" */
  Since?: string;
  /** Date, such as "2026-08-31" */
  Returned?: string | null;
};

/** The application "Tool Library": what a client has to know of it. */
export interface Application {
  id: "tools";
  tables: {
    Tools: {
      row: ToolsRow;
      key: ToolsKey;
      add: ToolsNew;
      edit: ToolsChange;
      delete: ToolsKey;
      actions: never;
    };
    Loans: {
      row: LoansRow;
      key: LoansKey;
      add: LoansNew;
      edit: LoansChange;
      delete: LoansKey;
      actions: "Return";
    };
    "Open Loans": {
      row: OpenLoansRow;
      key: OpenLoansKey;
      add: OpenLoansNew;
      edit: OpenLoansChange;
      delete: OpenLoansKey;
      actions: "Return";
    };
  };
}
