import type { Diagnostic, LoadedSource, RefusedRow } from "@tablewright/core";
import type { SourceRow } from "../files/source-file.ts";
import { counted } from "../terminal.ts";

/** A line for each error of a row: `Orders.csv:7: error: column "Price": … (cell/unreadable)`. */
export function describeRefused(
  path: string,
  { row, diagnostics }: RefusedRow<SourceRow>,
): readonly string[] {
  return diagnostics.map((diagnostic) => describeDiagnostic(`${path}:${row.line}`, diagnostic));
}

export function describeDiagnostic(
  place: string,
  { severity, column, message, hint, code }: Diagnostic,
): string {
  const about = column === undefined || message.includes(`"${column}"`) ? "" : `column "${column}": `;
  return `${place}: ${severity}: ${about}${message}${hint === undefined ? "" : ` ${hint}`} (${code})`;
}

/** `19,998 rows added, 2 refused`. */
export function describeCounts({ added, updated, skipped, refused }: LoadedSource): string {
  const parts = [
    [updated, "updated"],
    [skipped, "skipped because their keys exist"],
    [refused, "refused"],
  ] as const;
  const others = parts.flatMap(([number, word]) =>
    number === 0 ? [] : [`${number.toLocaleString("en-US")} ${word}`],
  );
  return [`${counted(added, "row")} added`, ...others].join(", ");
}
