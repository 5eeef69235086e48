import { compareSpeed, expectSame } from "../compare-speed.ts";
import { type Measure, medianOf } from "../figure.ts";
import { byHandOver, countByHand } from "./by-hand.ts";
import type { Peer, Run } from "./peers/peer.ts";
import { makeNamedPeople } from "./people-objects.ts";

/** One peer on one condition, `peer/condition`, over the row objects that our own faces are measured on. */
export const measure: Measure = async ({ rows, duration, of = "" }) => {
  const [module = "", name = ""] = of.split("/");
  const { peer } = (await import(`./peers/${module}.ts`)) as { peer: Peer };
  const byHand = byHandOver(name);
  const people = makeNamedPeople(Math.min(rows, peer.rows));
  const run = (await peer.open(people))(name);
  const positions = () => people.flatMap((person, position) => (byHand(person) ? [position] : []));
  expectSame({ "by hand": positions(), [peer.name]: await run() });
  const { reference } = compareSpeed({ reference: () => countByHand(people, byHand) }, duration);
  const time = await timeOf(run, duration);
  return [{ name: `peer: ${peer.name}`, ratio: time / reference, milliseconds: [time, reference] }];
};

async function timeOf(run: Run, duration: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + 2 * duration;
  do {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  } while (performance.now() < end || times.length < 3);
  return medianOf(times.slice(times.length >> 1));
}
