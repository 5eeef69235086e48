import { Graph, layout } from "@dagrejs/dagre";
import type { Rules, WorkflowRule } from "@tablewright/client";
import type { DescribedColumn, DescribedTable } from "@tablewright/core";

/** Places the tables so that arrows lead from left to right where they can; without the rules of keys that may not see them. */
export function layOut(
  schemas: readonly DescribedTable[],
  rules: Rules = NO_RULES,
  keyWord = "key",
): Drawing {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 32, ranksep: 96, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  const names = new Set(schemas.map(({ name }) => name));
  for (const schema of schemas) {
    const lines = linesOf(schema, rules, keyWord);
    const longest = lines.reduce((most, line) => Math.max(most, lengthOf(line)), lengthOf(schema.name));
    const ownHeight = 32 + lines.length * 16;
    const loops = columnsWithin(schema);
    const height = ownHeight + (loops.length === 0 ? 0 : LOOP);
    graph.setNode(schema.name, { width: longest * 7.2 + 28, height, ownHeight, lines, loops });
  }
  for (const { name, columns } of schemas) {
    for (const column of columns) {
      if (!isArrow(column) || column.table === name || !names.has(column.table)) continue;
      const label = {
        width: lengthOf(column.name) * 6.5,
        height: 14,
        labelpos: "c",
        text: column.name,
        kind: column.partOf === true ? "part" : "ref",
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
    const { points = [], x = 0, y = 0, text, kind } = graph.edge(edge) as unknown as PlacedEdge;
    const ends = [edge.v, edge.w].map((name) => boxes.find(({ table }) => table === name));
    return { name: text, path: pathThrough(touching(points, ends[0], ends[1])), x, y, kind };
  });
  const arrows = [
    ...between,
    ...boxes.flatMap(loopOf),
    ...curvesOf(relationsOf(rules, hasRefIn(schemas)), boxes),
  ];
  return { ...sizeOf(boxes, arrows), boxes, arrows };
}

/** Of a text, in letters: signs of East Asia and emoji are as wide as two. */
function lengthOf(text: string): number {
  return [...text].reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0);
}

const WIDE =
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Of the graph: from where to where, and the name of the column. */
interface Edge {
  readonly v: string;
  readonly w: string;
  readonly name?: string;
}

/** What `layout` makes of an arrow. */
interface PlacedEdge extends Omit<Arrow, "name" | "path"> {
  readonly text: string;
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

function isArrow(column: DescribedColumn): column is DescribedColumn & { readonly table: string } {
  return column.table !== undefined && !column.virtual;
}

function hasRefIn(schemas: readonly DescribedTable[]): (from: string, to: string) => boolean {
  return (from, to) =>
    schemas.some(
      ({ name, columns }) => name === from && columns.some((one) => isArrow(one) && one.table === to),
    );
}

/** The Refs of a table that point at itself. */
function columnsWithin({ name, columns }: DescribedTable): readonly string[] {
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
  return [{ name: loops.join(", "), path, x: x + width / 2, y: bottom + LOOP - 4, kind: "ref" }];
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

function linesOf(
  { name: table, key, columns, actions }: DescribedTable,
  rules: Rules,
  keyWord: string,
): readonly string[] {
  const readBy = (column: string) =>
    rules.formulas.find((one) => one.table === table && one.column === column);
  const computed = columns.flatMap(({ name, computed: isComputed, virtual }) => {
    const reads = (readBy(name)?.reads ?? []).filter((other) => other !== table);
    if (reads.length > 0) return [`ƒ ${name} ← ${reads.join(", ")}`];
    return isComputed && !virtual ? [`ƒ ${name}`] : [];
  });
  const own = rules.rules.filter((rule) => rule.table === table).map(lineOfRule);
  const lines = [`${keyWord} ${key.join(", ")}`, ...computed, ...actions.map(({ name }) => `▸ ${name}`)];
  return [...lines.slice(0, MOST_LINES), ...own];
}

/** The rule, what it reads besides its row, and what it changes and sends. */
function lineOfRule({ rule, table, reads, steps }: WorkflowRule): string {
  const read = steps.flatMap((step) => (step.kind === "action" ? step.reads : []));
  const done = steps.flatMap((step) => (step.kind === "action" ? step.writes : [step.kind]));
  const others = (names: readonly string[]) =>
    [...new Set(names)].filter((name) => name !== table).join(", ");
  const [from, to] = [others([...reads, ...read]), others(done)];
  return `⚡ ${rule}${from === "" ? "" : ` ← ${from}`}${to === "" ? "" : ` → ${to}`}`;
}

const NO_RULES: Rules = { rules: [], formulas: [] };

/** Besides its rules. */
const MOST_LINES = 12;

function pathThrough(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
}

/**
 * Arrows between tables that have their places, which only Refs have settled. They bend aside, so that two of a pair
 * differ, and have no names: what reads or changes is said within the boxes.
 */
function curvesOf(relations: readonly Relation[], boxes: readonly Box[]): readonly Arrow[] {
  return relations.flatMap(({ from, to, kind }) => {
    const [start, end] = [from, to].map((name) => boxes.find(({ table }) => table === name));
    if (start === undefined || end === undefined) return [];
    const bend = kind === "reads" ? BEND : -BEND;
    const middle = aside(centreOf(start), centreOf(end), bend);
    const [head, tail] = [borderTowards(end, middle), borderTowards(start, middle)];
    const path = `M${at(tail)} Q${at(middle)} ${at(head)}`;
    return [{ name: "", path, ...middle, kind }];
  });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function centreOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The point next to the middle of a line, so far to its left. */
function aside(from: Point, to: Point, distance: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return {
    x: (from.x + to.x) / 2 + (dy / length) * distance,
    y: (from.y + to.y) / 2 - (dx / length) * distance,
  };
}

/** Where the line from the centre of a box to a point leaves the box. */
function borderTowards(box: Box, point: Point): Point {
  const centre = centreOf(box);
  const [dx, dy] = [point.x - centre.x, point.y - centre.y];
  const share = Math.min(box.width / 2 / Math.abs(dx || 1), box.height / 2 / Math.abs(dy || 1), 1);
  return { x: centre.x + dx * share, y: centre.y + dy * share };
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** Pixels. */
const BEND = 48;

/** The tables of an application as a picture: boxes and arrows, in pixels. */
interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

interface Box {
  readonly table: string;
  /** Its key, its formulas, its actions and its rules. */
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Arrow {
  /** The column that holds the Ref; empty for what reads or changes another table. */
  readonly name: string;
  readonly kind: "ref" | "part" | "reads" | "changes";
  readonly path: string;
  /** Where the name is written. */
  readonly x: number;
  readonly y: number;
}

/** That columns or rules of a table read or change rows of another one. */
interface Relation {
  readonly from: string;
  readonly to: string;
  readonly kind: "reads" | "changes";
}

/** One for each pair of tables and kind. A column that reads a table by a Ref to it says no more than the Ref. */
export function relationsOf({ rules, formulas }: Rules, hasRef: (from: string, to: string) => boolean) {
  const relations = new Map<string, Relation>();
  const add = (kind: Relation["kind"], from: string, tables: readonly string[]) => {
    for (const to of tables) {
      if (to === from || (kind === "reads" && hasRef(from, to))) continue;
      relations.set(JSON.stringify([kind, from, to]), { kind, from, to });
    }
  };
  for (const { table, reads } of formulas) add("reads", table, reads);
  for (const { table, reads, steps } of rules) {
    add("reads", table, reads);
    for (const step of steps)
      if (step.kind === "action") {
        add("reads", table, step.reads);
        add("changes", table, step.writes);
      }
  }
  return [...relations.values()];
}
