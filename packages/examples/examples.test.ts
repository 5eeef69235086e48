import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { fillEngine } from "./fill-engine.ts";

const here = import.meta.dirname;
const definitions = globSync("*/app.yaml", { cwd: here }).map((path) => path.replaceAll("\\", "/"));

test("there are examples", () => {
  expect(definitions.sort()).toEqual(["northwind/app.yaml", "people/app.yaml", "sales/app.yaml"]);
});

test.each(definitions)("%s loads and has nothing to complain about but its plain key", (path) => {
  const { output, diagnostics } = loadDefinition(readFileSync(join(here, path), "utf8"));
  expect(diagnostics.filter(({ code }) => code !== "definition/plain-key")).toEqual([]);
  expect(output?.tables.size).toBeGreaterThan(0);
});

test("the people of the example satisfy its rules, and bookings get their totals", async () => {
  const engine = await fillEngine(join(here, "people/app.yaml"), join(here, "people/data"));
  const found = await engine.execute({ action: "Find", table: "Bookings" });
  await engine.close();
  const bookings = found.ok ? found.rows : [];
  expect(bookings).toHaveLength(40);
  expect(bookings.filter((row) => typeof row.Total !== "number")).toEqual([]);
  const total = (person: string, day: string) =>
    bookings.find((row) => row.Person === person && row.Day === day)?.Total;
  expect(total("P02", "2025-03-04")).toBe(725.5);
  expect(total("P21", "2025-03-05")).toBe(150);
  expect(total("P06", "2025-03-07")).toBe(345);
});
