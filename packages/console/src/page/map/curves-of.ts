import type { Arrow, Box } from "./drawing.ts";
import type { Relation } from "./relations-of.ts";

/**
 * Arrows between tables that have their places, which Refs alone have settled. They bend aside, so that two of a pair
 * differ, and have no names: what reads or changes is said within the boxes.
 */
export function curvesOf(relations: readonly Relation[], boxes: readonly Box[]): readonly Arrow[] {
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

/** The point beside the middle of a line, so far to its left. */
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
