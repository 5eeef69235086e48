import type { ColumnType } from "../column-types/column-type.ts";
import type { TableDraft } from "../draft/drafts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";

/** What the options of a column are read with. */
export interface OptionReading {
  readonly report: DefinitionReport;
  readonly locale: string;
  readonly table: TableDraft;
  /** Over its base. */
  readonly columnType: ColumnType;
  /** The declared name of the table that a Ref points at. */
  readonly target: string | undefined;
}
