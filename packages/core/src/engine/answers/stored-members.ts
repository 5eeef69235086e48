import { keyTextOfRow } from "../../expression/parts.ts";
import type { StoredColumnDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { Wire } from "../calls/request.ts";
import { exactText } from "../cells/sent-exactly.ts";
import type { ShownColumns } from "../find/page/find-page.ts";
import { cellMember, type Member } from "./rows-part.ts";
import { type CellWriter, cellWriterOf } from "./value-writer-of.ts";

/**
 * The members of rows of which stored columns alone are shown; undefined where a virtual one is. They depend on the wire and
 * the Locale, so they are made once for each wire, and again where another Locale is asked for than the time before.
 */
export function storedMembers(call: Call, shown: ShownColumns): readonly Member[] | undefined {
  const existing = membersOf.get(shown) ?? {};
  const locale = call.wire === "spec" ? call.request.locale : undefined;
  const last = existing[call.wire];
  if (last !== undefined && last.locale === locale) return last.members;
  const members = makeMembers(call, shown);
  existing[call.wire] = { locale, members };
  membersOf.set(shown, existing);
  return members;
}

interface KnownMembers {
  readonly locale: string | undefined;
  readonly members: readonly Member[] | undefined;
}

const membersOf = new WeakMap<ShownColumns, { [W in Wire]?: KnownMembers }>();

function makeMembers(call: Call, { columns, rowNumber, computedKey }: ShownColumns) {
  const members: Member[] = rowNumber ? [rowNumberMember(call)] : [];
  for (const column of columns) {
    if (column.isVirtual) return undefined;
    members.push(storedMember(call, column));
  }
  if (computedKey) members.push(computedKeyMember(call));
  return members;
}

/** The cell of a stored column. */
export function storedMember(call: Call, column: StoredColumnDefinition): Member {
  const { name, index, options } = column;
  if (options.digits === "exact") return exactMember(name, index, call.wire === "typed" ? null : "");
  return cellMember(name, index, cellWriterOf(call, column));
}

/** All digits of a number, on every wire. */
function exactMember(name: string, index: number, blank: "" | null): Member {
  return { name, write: (row) => exactText(row, index) ?? blank };
}

export function rowNumberMember(call: Call): Member {
  return cellMember("_RowNumber", call.table.scope.rowNumberIndex, numberWriterOf(call));
}

/** Rows of another program's table have no number. */
function numberWriterOf({ table, wire }: Call): CellWriter {
  if (table.source !== undefined) return wire === "typed" ? NULL : BLANK;
  return wire === "appsheet" ? NUMBER_AS_TEXT : NUMBER;
}

const NULL: CellWriter = { write: () => null, form: "other" };
const BLANK: CellWriter = { write: () => "", form: "other" };
const NUMBER: CellWriter = { write: Number, form: "number" };
const NUMBER_AS_TEXT: CellWriter = { write: (value) => String(Number(value)), form: "other" };

export function computedKeyMember({ table: { scope } }: Call): Member {
  return { name: "_ComputedKey", write: (row) => keyTextOfRow(row, scope) };
}
