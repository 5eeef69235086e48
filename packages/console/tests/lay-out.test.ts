import type { DescribedColumn, DescribedTable } from "@tablewright/core";
import { expect, test } from "vitest";
import { layOut } from "../src/page/map/lay-out.ts";

function tableOf(name: string, refs: Readonly<Record<string, string>>): DescribedTable {
  const columns = Object.entries(refs).map(([column, table]) => ({ name: column, table }) as DescribedColumn);
  return { name, key: ["Id"], label: "Id", columns, updates: [], actions: [], slices: [] };
}

const drawing = layOut([
  tableOf("Orders", { Seller: "Employees", Payer: "Customers" }),
  tableOf("Customers", { Keeper: "Employees" }),
  tableOf("Employees", { Manager: "Employees", Deputy: "Employees" }),
]);

test("Refs of a table to itself are one arrow below it", () => {
  const box = drawing.boxes.find(({ table }) => table === "Employees");
  const loop = drawing.arrows.find(({ name }) => name === "Manager, Deputy");
  const bottom = (box?.y ?? 0) + (box?.height ?? 0);
  expect(loop?.path).toMatch(new RegExp(`^M[\\d.]+ ${bottom} .* V${bottom}$`));
});

test("a box is as wide as its name, whose signs may be wide", () => {
  const boxes = layOut([tableOf("Customers", {}), tableOf("顧客一覧と注文一覧", {})]).boxes;
  expect(boxes[1]?.width).toBeGreaterThan((boxes[0]?.width ?? 0) * 1.5);
});

test("arrows between tables begin and end at their boxes", () => {
  const ends = drawing.arrows
    .filter(({ name }) => name !== "Manager, Deputy")
    .flatMap(({ path }) => [/M([\d.]+) ([\d.]+)/.exec(path), /L([\d.]+) ([\d.]+)$/.exec(path)]);
  const touches = ends.map((end) => {
    const [x, y] = [Number(end?.[1]), Number(end?.[2])];
    return drawing.boxes.some(
      (box) => x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1,
    );
  });
  expect(touches).toEqual([true, true, true, true, true, true]);
});
