import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of test files: those that are known to be long come first, so that no process works alone at the end, and before
 * all those that wait for servers and browsers.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => turnOf(one.moduleId) - turnOf(other.moduleId));
  }
}

function turnOf(path: string): number {
  const turn = TURNS.findIndex((places) => places.some((place) => path.includes(`/packages/${place}`)));
  return turn === -1 ? TURNS.length : turn;
}

/** How paths begin. All others come last, the longest of them first where an earlier run has told. */
const TURNS: readonly (readonly string[])[] = [
  ["console/tests/browser/", "store-postgres/tests/postgres-engine.", "store-mysql/tests/mysql-store."],
  ["store-postgres/tests/postgres-store.", "store-postgres/tests/console.", "store-mysql/tests/galera."],
  ["store-sqlite/tests/sqlite-store.", "store-memory/src/memory-store."],
  ["bench/", "cli/tests/", "store-postgres/", "store-mysql/"],
];
