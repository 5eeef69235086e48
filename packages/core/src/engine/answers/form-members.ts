import { type Diagnostic, DiagnosticList } from "../../diagnostics/index.ts";
import type { CheckedExpression, Task } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { LIST_SEPARATOR } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import type { Member } from "./rows-part.ts";

/** Members of rows, and what went wrong in what was computed for them. */
export interface WrittenMembers {
  readonly members: readonly Member[];
  readonly warnings: readonly Diagnostic[];
}

/** The columns of each row that a form hides, and those that it shows without letting them be edited. */
export function* formMembers(
  call: Call,
  columns: readonly ColumnDefinition[],
  rows: readonly Row[],
): Task<WrittenMembers> {
  const members: Member[] = [];
  const warnings = new DiagnosticList();
  for (const { name, of } of FORM_MEMBERS) {
    const names = yield* columnsNotTrue(call, columns, of, rows, warnings);
    const write = (list: readonly string[]) => (call.wire === "typed" ? list : list.join(LIST_SEPARATOR));
    members.push({ name, write: (_, at) => write(names[at] ?? []) });
  }
  return { members, warnings: warnings.all };
}

const FORM_MEMBERS: readonly {
  readonly name: string;
  readonly of: (column: ColumnDefinition) => CheckedExpression | undefined;
}[] = [
  { name: "_Hidden", of: ({ showIf }) => showIf },
  { name: "_ReadOnly", of: ({ editableIf }) => editableIf },
];

function* columnsNotTrue(
  call: Call,
  columns: readonly ColumnDefinition[],
  of: (column: ColumnDefinition) => CheckedExpression | undefined,
  rows: readonly Row[],
  warnings: DiagnosticList,
): Task<readonly (readonly string[])[]> {
  const { timeSlice } = call.request.meter;
  const conditions = columns.flatMap((column) => {
    const condition = of(column);
    return condition === undefined ? [] : [{ name: column.name, condition }];
  });
  const names: string[][] = [];
  for (const row of rows) {
    const those: string[] = [];
    for (const { name, condition } of conditions) {
      const { output, diagnostics } = yield* evaluateCell(call, condition, row, undefined, { column: name });
      warnings.addAll(diagnostics);
      if (output !== true) those.push(name);
    }
    names.push(those);
    if (timeSlice.isOver) yield;
  }
  return names;
}
