/** A Galera cluster of our own on free ports of this machine, with its data in a temporary folder. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@tablewright/tooling/free-port";
import mysql from "mysql2/promise";
import { ServerProcess } from "./server-process.ts";

export interface ClusterNode {
  readonly url: string;
  /** Settles when it stands still, as a machine does. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends it as a loss of power does. */
  kill(): Promise<void>;
  /** Starts it again on its own files, and settles when it has caught up with the others. */
  rejoin(): Promise<void>;
}

export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  stop(): Promise<void>;
}

/** What this machine lacks to run a cluster; undefined where it has all. */
export function missingForCluster(installed: string): string | undefined {
  if (installed === "") return "MariaDB";
  if (provider() === undefined) return "galera-4";
  return ["rsync", "lsof", "socat"].find(
    (program) => spawnSync(program, ["-h"], { stdio: "ignore" }).error !== undefined,
  );
}

/**
 * Starts so many nodes, each on a copy of the files that a server begins with, so that none has to send them to another.
 * Another program may take a port between our look and the start of a node: then the cluster starts once more, on others.
 */
export async function startCluster(
  installed: string,
  count: number,
  timeouts: string = SHORT_TIMEOUTS,
): Promise<Cluster> {
  try {
    return await startNodes(installed, count, timeouts);
  } catch (error) {
    process.stderr.write(`${String(error)}\nIt is started once more on other ports.\n`);
    return await startNodes(installed, count, timeouts);
  }
}

async function startNodes(installed: string, count: number, timeouts: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-galera-"));
  chmodSync(folder, 0o711);
  const id = crypto.randomUUID();
  const nodes: Node[] = [];
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const kill = () => {
    for (const { server } of nodes) server.kill();
    remove();
  };
  process.once("exit", kill);
  const stop = async () => {
    await Promise.all(nodes.map(({ server }) => server.end("SIGKILL")));
    remove();
    process.off("exit", kill);
  };
  try {
    for (let at = 0; at < count; at++) {
      const place = { folder: join(folder, `node${at + 1}`), port: await freePort() };
      const ports = { group: await freePort(), transfer: await freePort(), files: await freePort() };
      mkdirSync(place.folder);
      cpSync(installed, join(place.folder, "data"), { recursive: true });
      chmodSync(join(place.folder, "data"), 0o777); // rsync writes there as another user where `root` starts it.
      nodes.push({ server: new ServerProcess(place), ...ports });
    }
    // Each that joins is one more step of the cluster's history, in which nothing is written yet.
    for (const [step, { server }] of nodes.entries()) {
      writeFileSync(join(server.folder, "data", "grastate.dat"), stateAt(id, step));
      const others = nodes.slice(0, step);
      const flags = [...flagsOf(nodes, step, others, timeouts), startAt(`${id}:${step}`)];
      await server.start(flags, isSynced);
    }
  } catch (error) {
    await stop();
    throw new Error(`The cluster did not start: ${String(error)}`);
  }
  return {
    nodes: nodes.map(({ server }, at) => ({
      url: server.url,
      pause: () => server.pause(),
      resume: () => server.resume(),
      kill: () => server.end("SIGKILL"),
      rejoin: () => {
        const flags = flagsOf(nodes, at, nodes, timeouts);
        return server.start([...flags, startAt(positionOf(server, flags))], isSynced);
      },
    })),
    stop,
  };
}

interface Node {
  readonly server: ServerProcess;
  /** Ports for the group, for changes that a node has missed, and for all its files. */
  readonly group: number;
  readonly transfer: number;
  readonly files: number;
}

function flagsOf(nodes: readonly Node[], at: number, others: readonly Node[], timeouts: string): string[] {
  const { group, transfer, files } = nodes[at] as Node;
  const local = (port: number) => `127.0.0.1:${port}`;
  const options = [
    `gcache.size=16M;base_host=127.0.0.1;base_port=${group};gmcast.listen_addr=tcp://${local(group)}`,
    `ist.recv_addr=${local(transfer)};${timeouts}`,
  ];
  return [
    ...[
      "--binlog-format=ROW",
      "--innodb-autoinc-lock-mode=2",
      "--wsrep-on=ON",
      `--wsrep-provider=${provider()}`,
    ],
    ...["--wsrep-cluster-name=tests", `--wsrep-node-name=node${at + 1}`, "--wsrep-node-address=127.0.0.1"],
    ...["--wsrep-sst-method=rsync", `--wsrep-sst-receive-address=${local(files)}`],
    `--wsrep-cluster-address=gcomm://${others.map((other) => local(other.group)).join(",")}`,
    `--wsrep-provider-options=${options.join(";")}`,
    // What a killed process has written is there, what a loss of power takes is not.
    ...["--innodb-flush-log-at-trx-commit=2", "--innodb-doublewrite=0", "--innodb-stats-persistent=0"],
  ];
}

/** Where a server that was killed was in the cluster's history. */
function positionOf({ places }: ServerProcess, flags: readonly string[]): string {
  const { stdout, stderr } = spawnSync("mariadbd", [...places, ...flags, "--wsrep-recover"], {
    encoding: "utf8",
  });
  const [, position] = /Recovered position:?\s*(\S+:-?\d+)/u.exec(`${stdout}${stderr}`) ?? [];
  if (position === undefined) throw new Error(`The position of a node is not known: ${stderr.slice(-500)}`);
  return position;
}

function startAt(position: string): string {
  return `--wsrep-start-position=${position}`;
}

async function isSynced(url: string): Promise<void> {
  const connection = await mysql.createConnection(url);
  try {
    const [rows] = await connection.query("show global status like 'wsrep_local_state_comment'");
    const [{ Value: state } = {}] = rows as { Value?: string }[];
    if (state !== "Synced") throw new Error(`The node is ${state}.`);
  } finally {
    connection.destroy();
  }
}

function stateAt(id: string, step: number): string {
  const first = step === 0 ? 1 : 0;
  return `# GALERA saved state\nversion: 2.1\nuuid:    ${id}\nseqno:   ${step}\nsafe_to_bootstrap: ${first}\n`;
}

function provider(): string | undefined {
  return PROVIDERS.find(existsSync);
}

const PROVIDERS = [
  "/usr/lib/galera/libgalera_smm.so",
  "/usr/lib64/galera-4/libgalera_smm.so",
  "/usr/lib/libgalera_smm.so",
];

/** A node that does not answer is given up after 5 seconds as Galera comes; sooner here, so that tests need not wait. */
export const SHORT_TIMEOUTS = [
  "evs.keepalive_period=PT0.3S;evs.inactive_check_period=PT0.2S;evs.join_retrans_period=PT0.3S",
  "evs.suspect_timeout=PT2S;evs.inactive_timeout=PT4S;evs.install_timeout=PT4S",
].join(";");
