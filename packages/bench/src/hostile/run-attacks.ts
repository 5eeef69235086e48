import type { StoreKind } from "../open-store.ts";
import { withPlace } from "../service/with-place.ts";
import type { Attack } from "./attack.ts";
import {
  everythingInOrder,
  growingText,
  hiddenCellsAttack,
  manyContains,
  searchesOfAll,
  virtualChain,
  worstCalls,
} from "./attacks/conditions.ts";
import { dripping, storm, unread, zipped } from "./attacks/connections.ts";
import {
  locales,
  manyParts,
  sameRow,
  unknownCells,
  unknownColumns,
  unknownProperties,
} from "./attacks/costly-calls.ts";
import { mutatedRequests } from "./attacks/mutated-requests.ts";
import {
  type BystandingProcess,
  type Fortress,
  type FortressOptions,
  type Strain,
  startBystander,
  startFortress,
} from "./fortress-process.ts";

/** Those that change the tables last. */
const attacks: readonly Attack[] = [
  unknownColumns,
  unknownProperties,
  unknownCells,
  growingText,
  manyContains,
  worstCalls,
  everythingInOrder,
  searchesOfAll,
  virtualChain,
  hiddenCellsAttack,
  locales,
  zipped,
  dripping,
  unread,
  storm,
  mutatedRequests,
  sameRow,
  manyParts,
];

/** What one attack did to a server over one kind of store. */
export interface Attacked extends Strain {
  readonly store: StoreKind;
  readonly attack: string;
  readonly answers: readonly string[];
  readonly errors: readonly string[];
  /** Milliseconds that 99 of 100 requests of somebody else took at most. */
  readonly pointReads: number;
  readonly health: number;
  readonly seconds: number;
}

interface AttackOptions extends FortressOptions {
  /** Parts of the names of the attacks to be carried out; all of them without it. */
  readonly only?: readonly string[];
}

/** Carries out the attacks one after the other on one server; a server that dies is an error, and the next gets a new one. */
export async function runAttacks(
  store: StoreKind,
  { scale, node, only = [""] }: AttackOptions,
  report: (done: Attacked) => void = () => {},
): Promise<readonly Attacked[]> {
  const chosen = attacks.filter(({ name }) => only.some((part) => name.includes(part)));
  const done: Attacked[] = [];
  let rest = chosen;
  while (rest.length > 0) {
    const carriedOut = await withPlace(store, async (place) => {
      const fortress = await startFortress(store, place.address("fortress"), { scale, node });
      const bystander = await startBystander(fortress.port);
      try {
        let count = 0;
        for (const attack of rest) {
          const one = await attackOnce(store, attack, { fortress, bystander }, scale);
          count++;
          done.push(one);
          report(one);
          if (!fortress.isAlive()) break;
        }
        return count;
      } finally {
        bystander.stop();
        await fortress.stop();
      }
    });
    rest = rest.slice(carriedOut);
  }
  return done;
}

async function attackOnce(
  store: StoreKind,
  attack: Attack,
  { fortress, bystander }: { readonly fortress: Fortress; readonly bystander: BystandingProcess },
  scale: number,
): Promise<Attacked> {
  const started = performance.now();
  const about = { store, attack: attack.name };
  try {
    const [[report, fared], strain] = await fortress.during(() =>
      bystander.during(() => attack.run(fortress.port, scale)),
    );
    return {
      ...about,
      answers: report.answers,
      errors: [...report.errors, ...fared.errors],
      ...strain,
      pointReads: fared.pointReads,
      health: fared.health,
      seconds: (performance.now() - started) / 1_000,
    };
  } catch (error) {
    const none = Number.NaN;
    const errors = [
      `${fortress.isAlive() ? "the attack was cut off" : "the server is gone"}: ${String(error)}`,
    ];
    return {
      ...about,
      answers: [],
      errors,
      held: none,
      worked: none,
      collected: none,
      peak: none,
      pointReads: none,
      health: none,
      seconds: none,
    };
  }
}
