/** Whether a text is a whole number of 64 bits as databases write it, with a sign or, where it may be `unsigned`, without. */
export function isWholeNumberText(text: string, unsigned = false): boolean {
  if (!/^(?:0|-?[1-9]\d{0,19})$/u.test(text)) return false;
  const number = BigInt(text);
  return BigInt.asIntN(64, number) === number || (unsigned && BigInt.asUintN(64, number) === number);
}

/** Whether a text is a number as databases write it, with any digits. */
export function isNumberText(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/u.test(text);
}
