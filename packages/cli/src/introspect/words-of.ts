/** The words of a name in lower case: `UnitPrice`, `unit_price` and `Unit Price` are unit and price. */
export function wordsOf(name: string): readonly string[] {
  const parted = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return parted.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
