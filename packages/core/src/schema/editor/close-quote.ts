/** A text with the quote closed that is open where the cursor's line ends; undefined when there is none. */
export function closeQuote(
  text: string,
  offset: number,
): { readonly text: string; readonly at: number } | undefined {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const stop = text.indexOf("\n", offset);
  const end = stop === -1 ? text.length : stop;
  const line = text.slice(start, end);
  const closed = line.replace(/"(?:[^"\\]|\\.)*"|(?<=[\s:[{,])'(?:[^']|'')*'/g, (part) =>
    "_".repeat(part.length),
  );
  const [quote = ""] = /(?<=[:[{,-]\s*)["']/.exec(closed) ?? [];
  if (quote === "") return undefined;
  const brackets = /[\s}\],]*$/.exec(line)?.[0] ?? "";
  const isFlow = /[{[]/.test(closed.slice(0, closed.indexOf(quote)));
  const at = Math.max(offset, isFlow ? end - brackets.length : end);
  return { text: text.slice(0, at) + quote + text.slice(at), at };
}
