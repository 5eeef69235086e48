import { Graph, layout } from "@dagrejs/dagre";
import type { ColumnSchema, TableSchema } from "@tablewright/core";

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

interface Box {
  readonly table: string;
  /** Its key, its formulas and its actions. */
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Arrow {
  /** The column that holds the Ref. */
  readonly name: string;
  readonly path: string;
  /** Where the name is written. */
  readonly x: number;
  readonly y: number;
  readonly isPart: boolean;
}

/** Places the tables so that arrows lead from left to right where they can. */
export function layOut(schemas: readonly TableSchema[]): Drawing {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 32, ranksep: 96, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  const names = new Set(schemas.map(({ name }) => name));
  for (const schema of schemas) {
    const lines = linesOf(schema);
    const longest = lines.reduce((most, { length }) => Math.max(most, length), schema.name.length);
    const ownHeight = 32 + lines.length * 16;
    const loops = columnsWithin(schema);
    const height = ownHeight + (loops.length === 0 ? 0 : LOOP);
    graph.setNode(schema.name, { width: longest * 7.2 + 28, height, ownHeight, lines, loops });
  }
  for (const { name, columns } of schemas) {
    for (const column of columns) {
      if (!isArrow(column) || column.table === name || !names.has(column.table)) continue;
      const label = {
        width: column.name.length * 6.5,
        height: 14,
        labelpos: "c",
        isPart: column.partOf === true,
      };
      graph.setEdge(name, column.table, label, column.name);
    }
  }
  layout(graph);
  const boxes: readonly LoopedBox[] = graph.nodes().map((table: string) => {
    const { x, y, width, height, ownHeight, lines, loops } = graph.node(table) as unknown as PlacedNode;
    return { table, lines, loops, x: x - width / 2, y: y - height / 2, width, height: ownHeight };
  });
  const between: readonly Arrow[] = graph.edges().map((edge: Edge) => {
    const { points = [], x = 0, y = 0, isPart } = graph.edge(edge) as unknown as PlacedEdge;
    const ends = [edge.v, edge.w].map((name) => boxes.find(({ table }) => table === name));
    return { name: edge.name ?? "", path: pathThrough(touching(points, ends[0], ends[1])), x, y, isPart };
  });
  const arrows = [...between, ...boxes.flatMap(loopOf)];
  return { ...sizeOf(boxes, arrows), boxes, arrows };
}

/** Of the graph: from where to where, and the name of the column. */
interface Edge {
  readonly v: string;
  readonly w: string;
  readonly name?: string;
}

/** What `layout` makes of an arrow. */
interface PlacedEdge extends Omit<Arrow, "name" | "path"> {
  readonly points: readonly Point[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Boxes with an arrow below them are less high than the places they have: ends stay within the boxes. */
function touching(points: readonly Point[], from: Box | undefined, to: Box | undefined): readonly Point[] {
  return points.map((point, at) => {
    const box = at === 0 ? from : at === points.length - 1 ? to : undefined;
    return box === undefined ? point : { x: point.x, y: Math.min(point.y, box.y + box.height - 6) };
  });
}

/** What `layout` makes of a table. */
interface PlacedNode extends LoopedBox {
  readonly ownHeight: number;
}

interface LoopedBox extends Box {
  /** The Refs of the table that point at itself. */
  readonly loops: readonly string[];
}

function isArrow(column: ColumnSchema): column is ColumnSchema & { readonly table: string } {
  return column.table !== undefined && !column.virtual;
}

/** The Refs of a table that point at itself. */
function columnsWithin({ name, columns }: TableSchema): readonly string[] {
  return columns.filter((column) => isArrow(column) && column.table === name).map((column) => column.name);
}

/** One arrow below a table for all of its Refs that point at itself. */
function loopOf({
  x,
  y,
  width,
  height,
  loops,
}: Box & { readonly loops: readonly string[] }): readonly Arrow[] {
  if (loops.length === 0) return [];
  const bottom = y + height;
  const path = `M${x + width * 0.75} ${bottom} v18 H${x + width * 0.25} V${bottom}`;
  return [{ name: loops.join(", "), path, x: x + width / 2, y: bottom + LOOP - 4, isPart: false }];
}

/** Pixels below a table for the arrow that points at itself, and its name. */
const LOOP = 40;

/** The name of an arrow may be wider than the box that it is below. */
function sizeOf(boxes: readonly Box[], arrows: readonly Arrow[]): Pick<Drawing, "width" | "height"> {
  const rights = [
    ...boxes.map(({ x, width }) => x + width),
    ...arrows.map(({ x, name }) => x + name.length * 4),
  ];
  const bottoms = [...boxes.map(({ y, height }) => y + height), ...arrows.map(({ y }) => y + 16)];
  return { width: greatest(rights) + MARGIN, height: greatest(bottoms) + MARGIN };
}

const MARGIN = 32;

function greatest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}

function linesOf({ key, columns, actions }: TableSchema): readonly string[] {
  const computed = columns
    .filter((column) => column.computed && !column.virtual)
    .map(({ name }) => `ƒ ${name}`);
  return [`key ${key.join(", ")}`, ...computed, ...actions.map(({ name }) => `▸ ${name}`)].slice(
    0,
    MOST_LINES,
  );
}

const MOST_LINES = 12;

function pathThrough(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
}
