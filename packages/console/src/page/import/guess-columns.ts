import { REFUSED_HEADERS } from "@tablewright/core";

/**
 * The column that each header of a file is likely meant for: the one of its name, else the only one whose name differs in
 * case, blanks and signs only. No column is guessed twice; what a file of refused rows says of them is left out.
 */
export function guessColumns(
  headers: readonly string[],
  columns: readonly string[],
): readonly (string | undefined)[] {
  const taken = new Set(headers.filter((header) => columns.includes(header)));
  const seen = new Set<string>();
  return headers.map((header) => {
    const column = REFUSED_HEADERS.includes(header) ? undefined : likely(header);
    if (column === undefined || seen.has(column)) return undefined;
    seen.add(column);
    return column;
  });

  function likely(header: string): string | undefined {
    if (columns.includes(header)) return header;
    const similar = columns.filter((column) => bare(column) !== "" && bare(column) === bare(header));
    return similar.length === 1 ? similar.find((column) => !taken.has(column)) : undefined;
  }
}

function bare(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
