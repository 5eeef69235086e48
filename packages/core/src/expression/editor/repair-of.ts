import type { Diagnostic } from "../../diagnostics/index.ts";

/** Stands where a value is missing; no column has this name. */
export const MISSING = "\u0001";

/** What stands from `start` to `end` instead: at least as many characters. */
export interface Repair {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** What makes the source of a syntax error read further; `wrong` itself where nothing does. */
export function repairOf({ code, start = 0, end = start }: Diagnostic, text: string): Repair {
  const wrong = text.slice(start, end);
  const put = (at: number, by: string): Repair => ({ start: at, end: at, by });
  const replace = (by: string): Repair => ({ start, end, by: by.padEnd(end - start) });
  switch (code) {
    case "syntax/empty":
    case "syntax/value-wanted":
    case "syntax/empty-argument":
    case "syntax/cut-off":
      return put(start, `[${MISSING}]`);
    case "syntax/dereference":
      return put(start + 1, `[${MISSING}]`);
    case "syntax/missing-quote":
      return put(text.length, wrong.charAt(0));
    case "syntax/missing-bracket":
      return text[start] === "[" ? put(endOfName(text, start), "]") : put(text.length, CLOSERS[wrong] ?? ")");
    case "syntax/infix-word":
      return replace("&");
    case "syntax/double-equals":
      return replace("=");
    case "syntax/operator-wanted":
      return wrong === "," ? replace("&") : put(start, "&");
    case "syntax/unknown-character":
      return replace(STRAIGHT[wrong] ?? " ");
    default:
      return replace(code.startsWith("limit/") ? wrong : "");
  }
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "{": "}" };

const STRAIGHT: Readonly<Record<string, string>> = { ";": ",", "“": '"', "”": '"', "‘": "'", "’": "'" };

/** Where the name of an unclosed column most likely ends. */
function endOfName(text: string, start: number): number {
  const name = /[^\n,()[\]{}"'&+*/^=<>.]*/y;
  name.lastIndex = start + 1;
  const [words = ""] = name.exec(text) ?? [];
  return start + 1 + words.trimEnd().length;
}
