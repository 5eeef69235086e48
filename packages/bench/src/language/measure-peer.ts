import { compareSpeed } from "../compare-speed.ts";
import { expectSame } from "../expect-same.ts";
import type { Measure } from "../figure.ts";
import { median } from "../median.ts";
import { conditionNamed } from "./conditions.ts";
import { countByHand } from "./count-by-hand.ts";
import type { NamedPerson, Peer, Run } from "./peers/peer.ts";
import {
  AGE,
  CITY,
  DISCOUNT,
  JOINED,
  MEMBER,
  makePeople,
  NAME,
  type Person,
  PRICE,
  QUANTITY,
  STATUS,
} from "./people.ts";

/** One peer on one condition, `peer/condition`, over people without blanks, so that it need not guard against them. */
export const measure: Measure = async ({ rows, patience, of = "" }) => {
  const [module = "", name = ""] = of.split("/");
  const { peer } = (await import(`./peers/${module}.ts`)) as { peer: Peer };
  const { byHand } = conditionNamed(name);
  const people = makePeople(Math.min(rows, peer.rows)).filter((person) => !person.includes(null));
  const run = (await peer.open(people.map(named)))(name);
  const expected = people.flatMap((person, position) => (byHand(person) ? [position] : []));
  expectSame({ "by hand": expected, [peer.name]: await run() });
  const { reference } = compareSpeed({ reference: () => countByHand(people, byHand) }, patience);
  const time = await timeOf(run, patience);
  return [{ name: `peer: ${peer.name}`, ratio: time / reference, milliseconds: [time, reference] }];
};

async function timeOf(run: Run, patience: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + 2 * patience;
  do {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  } while (performance.now() < end || times.length < 3);
  return median(times.slice(times.length >> 1));
}

function named(person: Person): NamedPerson {
  return {
    name: person[NAME] as string,
    age: person[AGE] as number,
    city: person[CITY] as string,
    status: person[STATUS] as string,
    price: person[PRICE] as number,
    quantity: person[QUANTITY] as number,
    discount: person[DISCOUNT] as number,
    joined: person[JOINED] as number,
    member: person[MEMBER] as boolean,
  };
}
