import { defineTextType, LENGTHS } from "./define-text-type.ts";

/** An absolute URL, or the relative path of a file, which may hold blanks. */
export const url = defineTextType({
  name: "Url",
  summary: "A web address, or the path of a file.",
  mayBeKey: false,
  isLink: true,
  options: LENGTHS,
  form: { accepts: isUrlOrPath, expected: "a URL or a file path", example: "https://example.com/page" },
});

function isUrlOrPath(text: string): boolean {
  if (/[\p{Cc}<>"]/u.test(text)) return false;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return text.trim() !== "";
  return /^https?$/.test(scheme) ? /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(text) : !/:$|\s/.test(text);
}
