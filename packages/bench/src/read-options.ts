import { parseArgs } from "node:util";

/** What the command line asks for. */
export interface Options {
  /** The halves to run; `service` has nothing in it yet. */
  readonly suites: readonly string[];
  readonly rows: number;
  /** How often each measurement is repeated in a new process; the median counts. */
  readonly rounds: number;
  readonly patience: number;
  /** Peers to run, by their module's name; none with `--no-peers` and with `--quick`. */
  readonly peers: readonly string[] | "all";
}

export const usage = `npm run bench -- [options]
  --only language|service   one half only
  --quick                   one round over 20,000 rows without peers: whether it runs, not what it says
  --rounds 3                repetitions, each in a new process
  --rows 100000             people
  --peers subscript,jexl    these peers only
  --no-peers                none of them
`;

/** Throws a TypeError for an option that does not exist. */
export function readOptions(parts: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...parts],
    allowNegative: true,
    options: {
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      rows: { type: "string" },
      peers: { type: "string" },
      "no-peers": { type: "boolean", default: false },
    },
  });
  const { quick } = values;
  const named = values.peers?.split(",");
  return {
    suites: values.only === undefined ? ["language", "service"] : [values.only],
    rows: Number(values.rows ?? (quick ? 20_000 : 100_000)),
    rounds: Number(values.rounds ?? (quick ? 1 : 3)),
    patience: quick ? 60 : 400,
    peers: named ?? (quick || values["no-peers"] ? [] : "all"),
  };
}
