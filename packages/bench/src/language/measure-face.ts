import { compile, defaultLimits } from "@tablewright/core/expression";
import { compareSpeed, expectSame } from "../compare-speed.ts";
import type { Measure } from "../figure.ts";
import { byHandOver, countByHand } from "./by-hand.ts";
import { conditionNamed } from "./conditions.ts";
import { makeNamedPeople, type NamedPerson, namedPersonColumns } from "./people-objects.ts";

const limits = { ...defaultLimits, fuel: Number.MAX_SAFE_INTEGER };

/** One condition over row objects as users write it, in each of the four ways there are, and by hand. */
export const measure: Measure = ({ rows, duration, of }) => {
  const { name, source } = conditionNamed(of);
  const byHand = byHandOver(name);
  const people = makeNamedPeople(rows);
  const compiled = compile(source.replaceAll("[Joined]", "[joinedOn]"), { columns: namedPersonColumns });
  const evaluate = (row: NamedPerson) => compiled.evaluate({ row: row as NamedPerson & Cells });
  const bound = compiled.bind();
  expectSame({
    "by hand": people.filter(byHand),
    evaluate: people.filter((person) => evaluate(person) === true),
    bind: people.filter((person) => bound(person) === true),
    filter: compiled.filter(people, { limits }),
    map: people.filter(isTrueIn(compiled.map(people, { limits }))),
  });
  const times = compareSpeed(
    {
      byHand: () => countByHand(people, byHand),
      evaluate: () => countTrue(people, evaluate),
      bind: () => countTrue(people, bound),
      filteredByHand: () => selectByHand(people, byHand).length,
      filter: () => compiled.filter(people, { limits }).length,
      mappedByHand: () => mapByHand(people, byHand).length,
      map: () => compiled.map(people, { limits }).length,
    },
    duration,
  );
  const ways = [
    ["evaluate", times.byHand],
    ["bind", times.byHand],
    ["filter", times.filteredByHand],
    ["map", times.mappedByHand],
  ] as const;
  return ways.map(([way, against]) => ({
    name: `${way}: ${name}`,
    ratio: times[way] / against,
    milliseconds: [times[way], against],
  }));
};

/** An interface has no index signature of its own. */
type Cells = Readonly<Record<string, string | number | boolean>>;

function isTrueIn(values: readonly unknown[]): (person: NamedPerson, position: number) => boolean {
  return (_, position) => values[position] === true;
}

function countTrue(people: readonly NamedPerson[], evaluate: (person: NamedPerson) => unknown): number {
  let count = 0;
  for (const person of people) if (evaluate(person) === true) count++;
  return count;
}

// Loops of their own, into which the one predicate that a process ever gives them is inlined.

function selectByHand(people: readonly NamedPerson[], byHand: (person: NamedPerson) => boolean): unknown[] {
  const selected: NamedPerson[] = [];
  for (const person of people) if (byHand(person)) selected.push(person);
  return selected;
}

function mapByHand(people: readonly NamedPerson[], byHand: (person: NamedPerson) => boolean): unknown[] {
  const values: boolean[] = [];
  for (const person of people) values.push(byHand(person));
  return values;
}
