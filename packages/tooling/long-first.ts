import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of test files: those that are known to be long come first, so that no single process works at the end, and between them
 * those that wait for servers, processes and browsers.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => turnOf(one.moduleId) - turnOf(other.moduleId));
  }
}

function turnOf(path: string): number {
  const turn = TURNS.findIndex((places) => places.test(path));
  return turn === -1 ? TURNS.length : turn;
}

/**
 * Of three processes, the long files keep two at work, while the third waits for browsers, servers and processes. All other files
 * come last, the longest of them first where an earlier run has told.
 */
const TURNS: readonly RegExp[] = [
  /\/(sqlite-store|mysql-store)\.test/u,
  /\/console\/tests\/browser\/|\/store-postgres\/tests\/console\./u,
  /\/(memory-store|postgres-store|store-postgres\/tests\/sources|store-mysql\/tests\/sources)\.test/u,
  /\/cli\/tests\/(kill|cut-feed|import\/kill-import|process|reload|stop)/u,
  /\/store-(postgres|mysql)\/tests\/(faults|delivery-kills|feed-cuts|pulse|read-routing|standby|several-processes)\./u,
  /\/packages\/(bench|store-postgres|store-mysql|cli\/tests)\//u,
];
