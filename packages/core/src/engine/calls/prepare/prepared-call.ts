import type { Call } from "../call.ts";
import type { LogEntry } from "../services.ts";
import type { NeededProperties } from "./needed-properties.ts";

/**
 * A call that was read and has not begun. A store may have its work done several times, and each time is a `Call` of its
 * own: it has read, spent and reported nothing yet, and draws what the first one drew.
 */
export interface PreparedCall
  extends Pick<
    Call,
    "app" | "table" | "slice" | "caller" | "dryRun" | "once" | "updatesDuplicates" | "answersForms"
  > {
  /** Properties that could not be read, and whether the run that began last has come to need them. */
  readonly needed: NeededProperties;
  /** The call at its beginning. What it logs goes to `log`, for the operator unless one is given. */
  begin(log?: (entry: LogEntry) => void): Call;
  readonly log: (entry: LogEntry) => void;
  /** Tells who observes the call what its last run has evaluated, and what all of its runs have spent. */
  readonly tellEnd: () => void;
}
