/** The properties of a call, see docs/http-api.md; the Selector is an option of `find`. */
export interface Properties {
  /** How dates and numbers that are sent as texts are read, such as `de-DE`. */
  readonly Locale?: string;
  /** An IANA or Windows name. */
  readonly Timezone?: string;
  /** Latitude and longitude of the caller, such as `47.3769, 8.5417`. */
  readonly Location?: string;
  /** For whom the call is made. */
  readonly RunAsUserEmail?: string;
  readonly UserId?: string;
  /** Values of `USERSETTINGS("name")`. */
  readonly UserSettings?: object;
  /** Values of `[_PARAM].[name]`, so that what a user typed never becomes an expression. */
  readonly Params?: object;
  /** Values of `INPUT("name", default)`. */
  readonly Inputs?: object;
  /** `update`: an Add of a row whose key exists edits that row. */
  readonly OnDuplicate?: "update";
  /** Of a Find: the rows as they were, at a time such as `2026-03-14T15:09:26Z` or after the change of a cursor. */
  readonly AsOf?: string | number;
  /** Of a Find: at most so many rows. */
  readonly Limit?: number;
  /** Of a Find: where it goes on, the `after` of the answer before. */
  readonly After?: string;
  /** Of a Find: the only columns that are computed and answered. */
  readonly Columns?: readonly string[];
  /** Of a Find: columns of Refs such as `Customer` or `Related Order Lines.Product`, whose rows are answered in `_Expanded`. */
  readonly Expand?: readonly (
    | string
    | { readonly Path: string; readonly Columns?: readonly string[]; readonly Limit?: number }
  )[];
  /** Of a Find: the number of all rows that match is answered as well. */
  readonly Count?: boolean;
  /** `true`: rows come with their `_Version`; a version: the rows that are changed must still have it. */
  readonly Version?: boolean | string;
  /** Everything is done and answered, and nothing is kept. */
  readonly DryRun?: boolean;
  /** `text`: a text in a cell of a `Json` column is the JSON that it is the text of, as in a file; else it is a string. */
  readonly Cells?: "text" | "typed";
  /** Rows come with `_Hidden` and `_ReadOnly`: the columns that a form hides, and does not let be edited. */
  readonly Form?: boolean;
}
