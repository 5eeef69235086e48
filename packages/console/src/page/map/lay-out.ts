import { Graph, layout } from "@dagrejs/dagre";
import type { TableSchema } from "@tablewright/core";

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
    graph.setNode(schema.name, { width: longest * 7.2 + 28, height: 32 + lines.length * 16, lines });
  }
  for (const { name, columns } of schemas) {
    for (const column of columns) {
      if (column.table === undefined || column.virtual || !names.has(column.table)) continue;
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
  const boxes = graph.nodes().map((table) => {
    const node = graph.node(table);
    const { x, y, lines } = node as typeof node & { lines: readonly string[] };
    return {
      table,
      lines,
      x: x - node.width / 2,
      y: y - node.height / 2,
      width: node.width,
      height: node.height,
    };
  });
  const arrows = graph.edges().map((edge) => {
    const {
      points = [],
      x = 0,
      y = 0,
      isPart,
    } = graph.edge(edge) as ReturnType<Graph["edge"]> & { isPart: boolean };
    return { name: edge.name ?? "", path: pathThrough(points), x, y, isPart };
  });
  return { ...sizeOf(boxes, arrows), boxes, arrows };
}

/** An arrow from a table to itself may lead around the outermost box. */
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

function pathThrough(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
}
