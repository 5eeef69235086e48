import { type ColumnDefinition, columnsRead, type TableDefinition } from "../../../schema/index.ts";
import type { Row, RowReader } from "../../../storage/index.ts";
import { columnRightsOf } from "../../access/column-rights.ts";
import { isNameableAction, isNameableRule } from "../../access/nameable.ts";
import { batchLoad } from "../../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import type {
  ChangeCause,
  ChangeKind,
  JournalChange,
  RowImage,
  StoredEntry,
} from "../../engine-tables/journal-table.ts";
import { shownKey } from "../../keys/key-from.ts";
import { rowsInSlice } from "../../stages/load-rows.ts";
import { filterOf, filterVisible } from "../../visibility/filtered-plan.ts";
import { VisibleRows } from "../../visibility/visible-rows.ts";
import { concealedColumns, rowOfImage, shownImage } from "../row-image.ts";

/** Who asks for what was recorded, and how. */
export type HistoryCaller = Pick<
  EngineRequest,
  "properties" | "caller" | "nameable" | "accessKey" | "turn" | "signal"
>;

/** Asks for the versions of one row. */
export interface HistoryRequest extends HistoryCaller {
  /** A table or slice. */
  readonly table: string;
  /** The key of the row as people read it: its value, or its parts joined by ": ". */
  readonly key: string;
}

/** Asks for changes of all tables, in the order of their commits. */
export interface ChangesRequest extends HistoryCaller {
  /** The cursor of the last change that was read; without one from the first change that is kept. */
  readonly after?: string | undefined;
  /** Whether the cursor comes from the program itself and not from its caller, who may see other rows now than when it was written. */
  readonly isTrusted?: boolean | undefined;
  /** At most so many. */
  readonly limit: number;
}

/** A change of a row as its reader sees it: a row that leaves what they may see is deleted for them. */
export interface ChangeRecord {
  /** Where the feed goes on after it. */
  readonly cursor: string;
  /** When the call began, such as `2026-03-14T15:09:26.535Z`. */
  readonly time: string;
  /** The id of the call. */
  readonly call: string;
  /** The e-mail address the call was made for; null where it names no person, or where the reader may not know its cause. */
  readonly user: string | null;
  /** The name of the access key by which it came; a limited key reads no name but its own. */
  readonly accessKey: string | null;
  /**
   * The action of the call, and the workflow rules that led from it to the change, the first that ran first. A limited key reads null
   * for an action that it may not name, and no such rules.
   */
  readonly cause: { readonly action: string | null; readonly rules: readonly string[] };
  readonly table: string;
  readonly operation: ChangeKind;
  readonly key: string;
  /** Of an edit the columns that changed, of a deleted row all; null for a new one. */
  readonly before: RowImage | null;
  /** Of an edit the columns that changed, of a new row all; null for a deleted one. */
  readonly after: RowImage | null;
  /** Sensitive columns that changed and whose values are not recorded. */
  readonly concealed?: readonly string[];
  /** Columns that are blank in `before` or `after` because what the database had there is none of their type. */
  readonly unreadable?: readonly string[];
  /** Of the definition by which the call was carried out; null for a limited key. */
  readonly version: string | null;
}

/** What was recorded of a row, the oldest first. */
export interface RowHistory {
  readonly versions: readonly ChangeRecord[];
}

export interface ChangeFeedPart {
  readonly changes: readonly ChangeRecord[];
  /** Where to go on. */
  readonly cursor: string;
  /** Whether there is more already. */
  readonly more: boolean;
}

/** What the caller may see of a change of a row. */
export interface SeenChange extends Pick<JournalChange, "operation" | "before" | "after" | "concealed"> {
  readonly change: JournalChange;
}

/**
 * Changes of one table as the caller sees them, undefined where they see nothing: the security filter, and that of the slice
 * which the call names, are tried on the row as it was before and after. One that comes into view is new for them, one that
 * leaves it deleted. Where the filter reads what is not recorded, every row is hidden.
 */
export async function visibleChanges(
  call: Call,
  stored: RowReader,
  table: TableDefinition,
  changes: readonly JournalChange[],
): Promise<readonly (SeenChange | undefined)[]> {
  const images = changes.map(({ before, after }) => ({
    before: before && after === undefined ? before : before && { ...after, ...before },
    after,
  }));
  const rows = images
    .flatMap(({ before, after }) => [before, after])
    .map((one) => one && rowOfImage(table, one));
  const shown = await visibleImages(call, stored, table, rows);
  const all = (call.slice ?? table).columns;
  const columns = columnRightsOf(call)?.past.shown(all) ?? all;
  const isPart = call.slice !== undefined || columns !== all;
  return changes.map((change, at) => {
    const { before, after } = images[at] as (typeof images)[number];
    const seen = seenAs(
      change,
      shown[2 * at] === undefined ? undefined : before,
      shown[2 * at + 1] === undefined ? undefined : after,
    );
    return seen && isPart ? seenIn(seen, columns) : seen;
  });
}

/** The rows, made of images, that exist for the caller. */
export async function visibleImages(
  call: Call,
  stored: RowReader,
  table: TableDefinition,
  rows: readonly (Row | undefined)[],
): Promise<readonly (Row | undefined)[]> {
  const filter = filterOf(call, table.name);
  const isUnknown =
    filter !== undefined && concealedColumns(table).some(({ name }) => columnsRead(filter).has(name));
  if (isUnknown) return rows.map(() => undefined);
  const visible = filter === undefined ? rows : await filterVisible(call, stored, filter, rows);
  if (call.slice?.filter === undefined) return visible;
  const inSlice = await batchLoad(call, new VisibleRows(call, stored), () =>
    rowsInSlice(
      call,
      visible.filter((row) => row !== undefined),
    ),
  );
  const shown = new Set(inSlice);
  return visible.map((row) => (row !== undefined && shown.has(row) ? row : undefined));
}

function seenAs(
  change: JournalChange,
  before: RowImage | undefined,
  after: RowImage | undefined,
): SeenChange | undefined {
  const { concealed } = change;
  if (before === undefined && after === undefined) return undefined;
  if (before === undefined) return { change, operation: "add", before, after, concealed };
  if (after === undefined) return { change, operation: "delete", before, after, concealed };
  const changed = Object.keys(change.before ?? {});
  return {
    change,
    operation: "edit",
    before: picked(before, changed),
    after: picked(after, changed),
    concealed,
  };
}

/** The columns that the caller is shown; an edit of none of them is no change for them. */
function seenIn(
  { operation, before, after, concealed, ...seen }: SeenChange,
  columns: readonly ColumnDefinition[],
): SeenChange | undefined {
  const shown = new Set(columns.map(({ name }) => name));
  const ofThese = (image: RowImage | undefined) =>
    image &&
    picked(
      image,
      [...shown].filter((name) => Object.hasOwn(image, name)),
    );
  const own = {
    before: ofThese(before),
    after: ofThese(after),
    concealed: concealed.filter((name) => shown.has(name)),
  };
  const isSeen = operation !== "edit" || own.concealed.length > 0 || Object.keys(own.before ?? {}).length > 0;
  return isSeen ? { ...seen, operation, ...own } : undefined;
}

function picked(image: RowImage, names: readonly string[]): RowImage {
  return Object.fromEntries(names.map((name) => [name, image[name] ?? null]));
}

/** A change for its reader, who calls. */
export function writeChange(
  call: Call,
  table: TableDefinition,
  entry: StoredEntry,
  { change, operation, before, after, concealed }: SeenChange,
  cursor: string,
): ChangeRecord {
  const { user, accessKey, version, ...cause } = knownCause(call, entry.cause);
  const [was, is] = [before && shownImage(before), after && shownImage(after)];
  const unreadable = [...new Set([...(was?.unreadable ?? []), ...(is?.unreadable ?? [])])];
  return {
    cursor,
    time: new Date(entry.at).toISOString(),
    call: entry.call,
    user,
    accessKey,
    cause,
    table: call.slice?.name ?? table.name,
    operation,
    key: shownKey(table, change.key),
    before: was?.image ?? null,
    after: is?.image ?? null,
    ...(concealed.length > 0 ? { concealed } : {}),
    ...(unreadable.length > 0 ? { unreadable } : {}),
    version,
  };
}

/**
 * Whose doing a change was, as far as its reader may know: no action, rule or other key that they may not name. Who was at work where
 * an action or rule is left out is left out as well, and the version, which is another one for every text of the definition.
 */
function knownCause(
  call: Call,
  cause: ChangeCause,
): Pick<ChangeRecord, "user" | "accessKey" | "version"> & ChangeRecord["cause"] {
  if (call.caller.nameable === undefined) return cause;
  const action = isNameableAction(call, cause.action) ? cause.action : null;
  const rules = cause.rules.filter((name) => isNameableRule(call.caller, call.app.rules.get(name)));
  const isKnown = action !== null && rules.length === cause.rules.length;
  return {
    user: isKnown ? cause.user : null,
    accessKey: isKnown && cause.accessKey === call.caller.accessKey ? cause.accessKey : null,
    action,
    rules,
    version: null,
  };
}
