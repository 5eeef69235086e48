import type { RequestContext } from "../../runtime/request-context.ts";
import { checkWord, defineFunction } from "../define-function.ts";

const KINDS = ["UUID", "PackedUUID"];

export const uniqueId = defineFunction("text", {
  signature: "UNIQUEID([kind: Name]): Text",
  about: { kind: { words: KINDS } },
  summary: "A new random text, fit for a key.",
  details:
    '8 lower-case hexadecimal characters; "UUID" gives a version-4 UUID, "PackedUUID" the same in 22 characters. Each row and column gets its own.',
  uses: "chance",
  unifyArguments: checkWord("UNIQUEID", 0, "kind", KINDS),
  evaluate: (kind, context) => {
    if (kind === undefined) return hexadecimal(context, 8);
    const uuid = makeUuid(context);
    return kind.toUpperCase() === "UUID" ? uuid : pack(uuid);
  },
  examples: [
    ["LEN(UNIQUEID())", 8],
    ['LEN(UNIQUEID("UUID"))', 36],
    ['LEN(UNIQUEID("PackedUUID"))', 22],
  ],
});

function hexadecimal(context: RequestContext, digits: number): string {
  let text = "";
  for (let at = 0; at < digits; at++) text += DIGITS[Math.floor(context.random() * 16)];
  return text;
}

const DIGITS = "0123456789abcdef";

function makeUuid(context: RequestContext): string {
  const digits = hexadecimal(context, 32);
  const variant = "89ab".charAt(Math.floor(context.random() * 4));
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20),
  ].join("-");
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The 128 bits in 22 characters of 6 bits, the last 4 bits zero. */
function pack(uuid: string): string {
  const bits = [...uuid.replaceAll("-", "")]
    .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0"))
    .join("");
  return (bits.padEnd(132, "0").match(/.{6}/g) ?? [])
    .map((six) => ALPHABET.charAt(Number.parseInt(six, 2)))
    .join("");
}
