import { CLIENTS, COUNTERS, KEY, ROUNDS } from "./counters-application.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Lets clients work at once, each with a server of its own in turn, and answers the rows as every server then has them.
 * Throws what a server refuses.
 */
export async function driveClients(addresses: readonly string[]): Promise<readonly (readonly Row[])[]> {
  const [first = ""] = addresses;
  await call(first, { Action: "Add", Rows: COUNTERS.map((Counter) => ({ Counter })) });
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const address = addresses[client % addresses.length] as string;
    for (let round = 1; round <= ROUNDS; round++) {
      const Counter = COUNTERS[(client + round) % COUNTERS.length];
      await call(address, { Action: "Increment", Rows: [{ Counter }] });
      const Rows = COUNTERS.map((one) => ({ Counter: one, [`Of ${client}`]: round }));
      await call(address, { Action: "Edit", Rows });
    }
  });
  await Promise.all(clients);
  return Promise.all(addresses.map((address) => call(address, { Action: "Find" })));
}

/** The rows when nothing was lost. */
export function wholeRows(): readonly Row[] {
  const own = Object.fromEntries(Array.from({ length: CLIENTS }, (_, client) => [`Of ${client}`, ROUNDS]));
  return COUNTERS.map((Counter) => ({
    Counter,
    Count: (CLIENTS * ROUNDS) / COUNTERS.length,
    ...own,
    Sum: CLIENTS * ROUNDS,
  }));
}

async function call(address: string, body: object): Promise<readonly Row[]> {
  const answer = await fetch(`${address}/tables/Counters/Action`, {
    method: "POST",
    headers: { ApplicationAccessKey: KEY, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${JSON.stringify(body)} → ${answer.status} ${text}`);
  return (JSON.parse(text) as { Rows: readonly Row[] }).Rows;
}
