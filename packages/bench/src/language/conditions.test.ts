import { runToEnd } from "@tablewright/core/compiler";
import { expect, test } from "vitest";
import { rowEvaluatorIn } from "../../../core/src/expression/evaluate/sort-rows.ts";
import { ColumnTable } from "../../../store-memory/src/columns/column-table.ts";
import { selectWhereAll } from "../../../store-memory/src/columns/select-where-all.ts";
import { conditions, furtherConditions } from "./conditions.ts";
import { parseByHand } from "./measure-parsing.ts";
import { checked, makePeople, openRequest } from "./people.ts";

const people = makePeople(3_000);

test.each(conditions)(
  'every way of answering "$name" gives the same people',
  ({ source, byHand, openScan }) => {
    const condition = checked(source);
    const evaluate = rowEvaluatorIn(condition, openRequest());
    const expected = people.flatMap((person, position) => (byHand(person) ? [position] : []));
    expect(expected.length).toBeGreaterThan(100);
    expect(people.flatMap((person, position) => (evaluate(person) === true ? [position] : []))).toEqual(
      expected,
    );
    expect([...runToEnd(selectWhereAll([condition], openRequest())(new ColumnTable(people)))]).toEqual(
      expected,
    );
    const selected = new Int32Array(people.length);
    const count = openScan(people)(selected);
    expect([...selected.subarray(0, count)]).toEqual(expected);
  },
);

test.each(furtherConditions)('"$name" by hand gives the same people', ({ source, byHand }) => {
  const evaluate = rowEvaluatorIn(checked(source), openRequest());
  const expected = people.filter(byHand);
  expect(expected.length).toBeGreaterThan(10);
  expect(people.filter((person) => evaluate(person) === true)).toEqual(expected);
});

test("the parser by hand knows what the conditions are made of", () => {
  for (const { source } of conditions) expect(parseByHand(source).end).toBe(source.length);
  expect(parseByHand("[a] + 2 * 3 > 4")).toMatchObject({
    operator: ">",
    left: { operator: "+", right: { operator: "*" } },
  });
});

test("the people are the same every time", () => {
  expect(makePeople(50)).toEqual(people.slice(0, 50));
});
