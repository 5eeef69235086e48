import { readHyperlink } from "../../expression/parts.ts";
import type { JsonValue } from "../../values/index.ts";
import type { ReadCell } from "./column-type.ts";
import { readText } from "./read-text.ts";

/**
 * A link: the object `{"Url": …, "LinkText": …}`, or a text that is kept as it was sent. An object is kept as the text that
 * HYPERLINK gives, or as its address where it has no text to show. Without an address it is blank, whatever its text.
 */
export function readLink(cell: JsonValue): ReadCell | undefined {
  if (typeof cell !== "object") return urlOf(String(cell)) === "" ? { value: null } : readText(cell);
  const link = linkIn(cell);
  if (link === undefined) return undefined;
  if (link.Url === "") return { value: null };
  return readText(link.LinkText === "" ? link.Url : JSON.stringify(link));
}

/** The address of a link that is kept as text. */
export function urlOf(text: string): string {
  return readHyperlink(text).url;
}

interface Link {
  readonly Url: string;
  readonly LinkText: string;
}

/** Undefined where another member would be lost, or one is no text. */
function linkIn(cell: JsonValue): Link | undefined {
  if (cell === null || Array.isArray(cell) || typeof cell !== "object" || !("Url" in cell)) return undefined;
  const { Url, LinkText = "", ...others } = cell;
  const [url, text] = [Url ?? "", LinkText ?? ""];
  if (typeof url !== "string" || typeof text !== "string" || Object.keys(others).length > 0) return undefined;
  return { Url: url, LinkText: text };
}
