/** A picture of boxes and arrows as SVG, for pages on the repository host and on the site, in light and in dark. */

/** A box on a grid. Columns and rows count from 0, and may be fractions. */
export interface Box {
  readonly at: readonly [column: number, row: number];
  readonly title: string;
  /** Smaller lines below the title. */
  readonly lines?: readonly string[];
  /** Columns that it covers; 1 when left out. */
  readonly wide?: number;
  /** What it is: ours, a database or file, or something outside. */
  readonly kind?: "ours" | "store" | "outside";
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  /** Leaves at the lower or upper edge, and not at the side. */
  readonly isFalling?: boolean;
}

export interface Diagram {
  /** What a reader who does not see it is told. */
  readonly description: string;
  /** Pixels of a column and of a row. */
  readonly column: number;
  readonly row: number;
  readonly boxes: Readonly<Record<string, Box>>;
  readonly arrows: readonly Arrow[];
}

const GAP = 28;
const MARGIN = 20;
const LINE = 16;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The text of an SVG file. Throws for an arrow from or to a box that there is not. */
export function drawDiagram({ description, column, row, boxes, arrows }: Diagram): string {
  const places = new Map(Object.entries(boxes).map(([name, box]) => [name, placeOf(box, column, row)]));
  const right = Math.max(...[...places.values()].map(({ left, width }) => left + width)) + MARGIN;
  const bottom = Math.max(...[...places.values()].map(({ top, height }) => top + height)) + MARGIN;
  const placeNamed = (name: string) => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`There is no box "${name}".`);
    return place;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${bottom}" width="${right}" height="${bottom}" role="img">`,
    `<title>${escaped(description)}</title>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>',
    `<rect class="page" width="${right}" height="${bottom}" rx="8"/>`,
    ...arrows.map((arrow) => arrowOf(placeNamed(arrow.from), placeNamed(arrow.to), arrow)),
    ...Object.entries(boxes).map(([name, box]) => boxOf(box, placeNamed(name))),
    "</svg>\n",
  ].join("\n");
}

/** Pages on a host follow the reader's system; each picture has a ground of its own, so that it is readable on any other. */
const STYLE = [
  "text{font:14px system-ui,sans-serif;fill:#1f2328;text-anchor:middle}.line{font-size:12px;fill:#57606a}.beside{text-anchor:start}",
  ".page{fill:#fff}.box{fill:#f6f8fa;stroke:#8c959f}.ours{fill:#ddf4ff;stroke:#54aeff}.store{fill:#fff8c5;stroke:#d4a72c}",
  ".arrow{fill:none;stroke:#57606a;stroke-width:1.5}.tip{fill:#57606a}",
  "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.line{fill:#9da7b3}.page{fill:#0d1117}.box{fill:#161b22;stroke:#6e7681}",
  ".ours{fill:#0c2d4d;stroke:#388bfd}.store{fill:#3b2300;stroke:#9e6a03}.arrow{stroke:#9da7b3}.tip{fill:#9da7b3}}",
].join("");

function placeOf({ at: [column, row], lines = [], wide = 1 }: Box, width: number, height: number): Place {
  return {
    left: MARGIN + column * (width + GAP),
    top: MARGIN + row * height,
    width: wide * width + (wide - 1) * GAP,
    height: 36 + lines.length * LINE,
  };
}

function boxOf({ title, lines = [], kind = "outside" }: Box, { left, top, width, height }: Place): string {
  const middle = left + width / 2;
  const shown = kind === "outside" ? "box" : `box ${kind}`;
  return [
    `<rect class="${shown}" x="${left}" y="${top}" width="${width}" height="${height}" rx="6"/>`,
    `<text x="${middle}" y="${top + 23}">${escaped(title)}</text>`,
    ...lines.map(
      (line, at) =>
        `<text class="line" x="${middle}" y="${top + 23 + (at + 1) * LINE}">${escaped(line)}</text>`,
    ),
  ].join("\n");
}

/**
 * A straight line where boxes overlap in one direction. Else it leaves at the side and has two corners, or with `isFalling` at the lower
 * or upper edge.
 */
function arrowOf(from: Place, to: Place, { label, isFalling = false }: Arrow): string {
  const [start, end] = [middleOf(from), middleOf(to)];
  const level = common(from.top, from.height, to.top, to.height);
  const upright = common(from.left, from.width, to.left, to.width);
  const [x1, x2] = end.x > start.x ? [from.left + from.width, to.left] : [from.left, to.left + to.width];
  const [y1, y2] = end.y > start.y ? [from.top + from.height, to.top] : [from.top, to.top + to.height];
  const [across, down] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const [path, x, y] =
    level !== undefined
      ? [`M${x1} ${level}H${x2}`, across, level - 6]
      : upright !== undefined
        ? [`M${upright} ${y1}V${y2}`, upright + 6, down + 4]
        : isFalling
          ? [`M${start.x} ${y1}V${down}H${end.x}V${y2}`, (start.x + end.x) / 2, down - 6]
          : [`M${x1} ${start.y}H${across}V${end.y}H${x2}`, across + 6, (start.y + end.y) / 2 + 4];
  const line = `<path class="arrow" marker-end="url(#tip)" d="${path}"/>`;
  if (label === undefined) return line;
  const shown = level === undefined && !isFalling ? "line beside" : "line";
  return `${line}\n<text class="${shown}" x="${x}" y="${y}">${escaped(label)}</text>`;
}

/** The middle of what two stretches have in common; undefined where that is little. */
function common(start: number, length: number, other: number, otherLength: number): number | undefined {
  const [low, high] = [Math.max(start, other), Math.min(start + length, other + otherLength)];
  return high - low > 8 ? (low + high) / 2 : undefined;
}

function middleOf({ left, top, width, height }: Place): { readonly x: number; readonly y: number } {
  return { x: left + width / 2, y: top + height / 2 };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
