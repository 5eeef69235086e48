import { foldText } from "./text.ts";

/** A character of a text that is compared as another one. */
export interface LookAlike {
  readonly character: string;
  /** The letter of ASCII that its fold holds. */
  readonly letter: string;
}

/**
 * The first character outside ASCII whose fold holds a letter of ASCII, such as the Kelvin sign, which is compared as "k".
 * Two texts without such characters are equal by `equalText` only when they read the same but for upper and lower case.
 */
export function lookAlikeIn(text: string): LookAlike | undefined {
  for (const character of text) {
    if (character <= "\u007f") continue;
    const letter = foldText(character).match(/[a-z]/)?.[0];
    if (letter !== undefined) return { character, letter };
  }
  return undefined;
}
