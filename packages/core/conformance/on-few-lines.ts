/** JSON with lists of short texts on one line, as the formatter of this repository wants them. */
export function onFewLines(json: string): string {
  return json.replaceAll(
    /^( *.*)\[\n((?: *"[^"\n]*",?\n)+) *\]/gm,
    (whole, before: string, items: string) => {
      const line = `${before}[${items.trim().split(/\n */).join(" ")}]`;
      return line.length <= LINE_WIDTH ? line : whole;
    },
  );
}

const LINE_WIDTH = 109;
