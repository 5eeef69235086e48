/** The address and the shown text of a value of HYPERLINK; any other text is an address shown as it is. */
export function readHyperlink(value: string): { readonly url: string; readonly text: string } {
  const plain = { url: value, text: value };
  if (!value.startsWith("{")) return plain;
  const parsed = parseJson(value);
  if (typeof parsed !== "object" || parsed === null || !("Url" in parsed)) return plain;
  const { Url: url } = parsed;
  if (typeof url !== "string") return plain;
  const text = "LinkText" in parsed ? parsed.LinkText : undefined;
  return { url, text: typeof text === "string" && text !== "" ? text : url };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
