/** Servers over one store, later ones with a definition that fills columns, and clients that write to both meanwhile. */
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { capture } from "../capture.ts";
import { folderOf } from "../folder.ts";
import { start } from "../start.ts";

/** What a client has been answered about a row. */
type Counts = Map<string, number>;

/**
 * Rolls from the old definition to the new one while clients write, and expects every acknowledged write, and every row with the
 * values that the new definition gives it. The later servers start at once, one on each of the addresses, which are of one database.
 */
export async function rollServers(store: string, others: readonly string[] = []): Promise<void> {
  const files = folderOf({ "old.yaml": definition(""), "new.yaml": definition(FILLED) });
  const serve = (file: string, address = store) =>
    served("serve", join(files, file), "--wire", "typed", "--store", address, "--port", "0");
  const old = await serve("old.yaml");
  const counts: Counts = new Map();
  for (let first = 0; first < ROWS; first += ROWS_OF_A_CALL) {
    const rows = Array.from({ length: ROWS_OF_A_CALL }, (_, at) => ({ Note: `row ${first + at}`, Count: 0 }));
    await call(old.address, "Add", rows);
    for (const { Note } of rows) counts.set(Note, 0);
  }

  let rounds = 0;
  const targets = [old.address];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let round = 0; !isOver; round++, rounds++)
      for (const address of targets) {
        const note = `client ${client} ${round} ${targets.indexOf(address)}`;
        await call(address, "Add", [{ Note: note, Count: round }]);
        counts.set(note, round);
        const edited = `row ${(round * CLIENTS + client) % ROWS}`;
        const count = (counts.get(edited) ?? 0) + 1;
        await call(address, "Edit", [{ Note: edited, Count: count }]);
        counts.set(edited, count);
      }
  });
  const stopped = Promise.all(clients);
  const goOn = async (more: number) => {
    const until = rounds + more;
    await Promise.race([expect.poll(() => rounds).toBeGreaterThanOrEqual(until), stopped]);
  };
  await goOn(CLIENTS);
  const later = await Promise.all([store, ...others].map((address) => serve("new.yaml", address)));
  targets.unshift(...later.map(({ address }) => address)); // the older server writes last, so its notes decide
  await goOn(10 * CLIENTS);
  isOver = true;
  await stopped;

  const wrong = async (address: string) =>
    (await call(address, "Find")).filter(
      ({ Count, Kind, Twice }) => Kind !== "new" || Twice !== 2 * Number(Count),
    );
  for (const { address } of later) await expect.poll(() => wrong(address)).toEqual([]);
  await old.end();
  const last = await serve("new.yaml");
  expect(await wrong(last.address)).toEqual([]);
  const found = (await call(last.address, "Find")).map(({ Note, Count }) => [Note, Count]);
  expect(new Map(found as [string, number][])).toEqual(counts);
  await Promise.all([...later, last].map((one) => one.end()));
  const { out } = await capture("migrate", join(files, "new.yaml"), "--store", store, "--dry-run");
  expect(out).toContain("The store has every table, column and index of the definition.");
}

const ROWS = 5_000;
const ROWS_OF_A_CALL = 1_000;
const CLIENTS = 4;

/** Filled in every row there is, and by the old definition in none. */
const FILLED = `
      Kind: { type: Text, required: true, initialValue: '"new"' }
      Twice: { type: Number, formula: "[Count] * 2" }`;

function definition(more: string): string {
  return `tablewright: 1
app:
  id: rolling
  name: Rolling
  api: { enabled: true, accessKeys: [{ name: local, key: "${KEY}" }] }
tables:
  Notes:
    key: [Note]
    columns:
      Note: { type: Text }
      Count: { type: Number }${more}
`;
}

const KEY = "V2-rolling";

async function served(...input: string[]) {
  const { child, output, errors, code } = start(...input);
  onTestFinished(() => void child.kill()); // where the test fails before it ends them
  await expect.poll(output, { message: errors() }).toContain("curl ");
  const [, address = ""] = /served at (\S+)/u.exec(output()) ?? [];
  return {
    address,
    async end() {
      child.kill();
      expect(await code).toBe(0);
      expect(errors()).not.toContain('"level":"error"');
    },
  };
}

type AnsweredRow = Readonly<Record<string, unknown>>;

async function call(
  address: string,
  Action: string,
  Rows: readonly object[] = [],
): Promise<readonly AnsweredRow[]> {
  const answer = await fetch(`${address}/tables/Notes/Action`, {
    method: "POST",
    headers: { ApplicationAccessKey: KEY, "Content-Type": "application/json" },
    body: JSON.stringify({ Action, Rows }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${Action} → ${answer.status} ${text}`);
  return (JSON.parse(text) as { readonly Rows: readonly AnsweredRow[] }).Rows;
}
