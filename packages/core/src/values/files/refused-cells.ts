/** What a file of refused rows has before the cells of a row, so that it can be imported once it is corrected. */
export const REFUSED_HEADERS: readonly string[] = ["_Row", "_Column", "_Reason"];

/** Where a refused row is in its file, which of its columns are wrong, and why, as `REFUSED_HEADERS` names them. */
export function refusedCells(
  line: number,
  errors: readonly { readonly column?: string; readonly message: string }[],
): readonly string[] {
  const columns = new Set(errors.flatMap(({ column }) => column ?? []));
  return [String(line), [...columns].join(", "), errors.map(({ message }) => message).join(" ")];
}
