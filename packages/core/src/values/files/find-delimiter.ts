/** What separates the cells of a CSV file: the sign that its first line has most of outside quotes. */
export function findDelimiter(beginning: string): string {
  const unquoted = beginning.replaceAll(/"[^"]*"/gu, "");
  const [first = ""] = unquoted.replace(/^\uFEFF?[\r\n]*/u, "").split(/[\r\n]/u, 1);
  const counts = [",", ";", "\t"].map((sign) => [sign, first.split(sign).length] as const);
  return counts.sort(([, one], [, other]) => other - one)[0]?.[0] ?? ",";
}
