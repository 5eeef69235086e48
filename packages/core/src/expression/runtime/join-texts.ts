import type { Meter } from "./meter.ts";

/** The texts with a separator between them, built only once the meter has allowed its length. A blank is an empty text. */
export function joinTexts(texts: readonly (string | null)[], separator: string, meter: Meter): string {
  let length = separator.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text === null ? 0 : text.length;
  meter.buildText(length);
  return texts.join(separator);
}
