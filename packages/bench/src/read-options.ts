import { parseArgs } from "node:util";

/** What the command line asks for. */
export interface Options {
  /** The halves to run. */
  readonly suites: readonly string[];
  readonly rows: number;
  /** Of the file that is imported. */
  readonly importRows: number;
  /** How often each measurement is repeated in a new process; the median counts. */
  readonly rounds: number;
  readonly duration: number;
  /** Names of peers to run; none with `--no-peers` and with `--quick`. */
  readonly peers: readonly string[] | "all";
  /** Names of servers to compare with. */
  readonly servicePeers: readonly string[] | "all";
  /** Parts of the names of the service measurements to run. */
  readonly service: readonly string[] | "all";
  /** Whether the figures go to docs/figures.json. */
  readonly isWritten: boolean;
}

export const usage = `npm run bench -- [options]
  --only language|service|import|rules   one part only
  --quick                   one round over 20,000 rows without peers: whether it runs, not what it says
  --rounds 3                repetitions, each in a new process
  --rows 100000             people, and records of the service; an import has 1,000,000 unless this says otherwise
  --peers subscript,jexl    these peers only
  --service-peers feathers  these servers only
  --no-peers                none of either
  --write                   write the figures into docs/figures.json, which pages quote (not with --quick)
  --service sqlite,growth   only service measurements whose names hold one of these; "peers" are the servers
`;

/** Throws a TypeError for an option that does not exist. */
export function readBenchOptions(parts: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...parts],
    options: {
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      rows: { type: "string" },
      peers: { type: "string" },
      "service-peers": { type: "string" },
      "no-peers": { type: "boolean", default: false },
      service: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const { quick } = values;
  const service = values.service?.split(",") ?? ["peers"];
  const unnamed = quick || values["no-peers"] ? [] : "all";
  return {
    suites: values.only === undefined ? ["language", "service", "import", "rules"] : [values.only],
    importRows: Number(values.rows ?? (quick ? 20_000 : 1_000_000)),
    rows: Number(values.rows ?? (quick ? 20_000 : 100_000)),
    rounds: Number(values.rounds ?? (quick ? 1 : 3)),
    duration: quick ? 60 : 400,
    peers: values.peers?.split(",") ?? unnamed,
    servicePeers: values["service-peers"]?.split(",") ?? (service.includes("peers") ? unnamed : []),
    service: values.service === undefined ? "all" : service,
    isWritten: values.write && !quick,
  };
}
