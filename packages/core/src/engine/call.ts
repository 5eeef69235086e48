import type { Diagnostic } from "../diagnostics/index.ts";
import type { RequestContext, TableRows } from "../expression/index.ts";
import type { AppDefinition, TableDefinition } from "../schema/index.ts";
import type { Wire } from "./request.ts";

/** One call under way: what every stage may know of it. */
export interface Call {
  readonly app: AppDefinition;
  readonly action: string;
  readonly table: TableDefinition;
  /** What expressions may read: one instant, one caller, one budget, the gathered tables. */
  readonly request: RequestContext;
  /** The tables read so far for expressions, by name; filled by `gather`, read through `request.rowsOf`. */
  readonly gathered: Map<string, TableRows>;
  readonly wire: Wire;
  /** Whether nothing is kept: the call answers what it would do. */
  readonly dryRun: boolean;
  /** What the caller should know although the call is carried out. */
  readonly warnings: Diagnostic[];
}
