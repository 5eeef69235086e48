/**
 * `npm run -s cluster-test`: a Galera cluster with one, two and three nodes, one server process over each. Prints calls per
 * second as ratios, and how long others wait when a node is killed, comes back, or is cut off, with Galera's own timeouts.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createEngine, loadDefinition } from "@tablewright/core";
import mysql from "mysql2/promise";
import { mysqlStore } from "../../src/index.ts";
import { type Cluster, startCluster } from "../galera-cluster.ts";
import { installDatabase } from "../installed-database.ts";
import { startServer } from "../mariadb-server.ts";
import { measureFailures } from "./measure-failures.ts";
import { type CallKind, DEFINITION, ROWS } from "./records.ts";

const KINDS: readonly CallKind[] = ["read", "edit", "add"];

const ROUNDS = 3;

/** Of each measurement. */
const SECONDS = 2.5;

/** As a server is where changes must last. */
const DURABLE = ["--skip-log-bin", "--innodb-flush-log-at-trx-commit=1", "--innodb-stats-persistent=0"];

const folder = mkdtempSync(join(tmpdir(), "tablewright-cluster-"));
const installed = join(folder, "installed");
try {
  installDatabase(installed);
  const server = await startServer(installed, DURABLE);
  try {
    await fill(server.url);
    for (const kind of KINDS) {
      const rounds: (readonly number[])[] = [];
      for (let round = 0; round < ROUNDS; round++)
        rounds.push([
          await callsPerSecond([server.url], kind, 1),
          await callsPerSecond([server.url], kind, 8),
        ]);
      const [one = 0, eight = 0] = [0, 1].map((at) => median(rounds.map((round) => round[at] ?? 0)));
      console.log(
        `MariaDB, ${kind}: ${one} calls a second of one caller, ${eight} of eight, ${ratio(rounds, 1)}`,
      );
    }
  } finally {
    await server.stop();
  }
  const clusters: Cluster[] = [];
  try {
    for (const count of [1, 2, 3]) clusters.push(await startCluster(installed, count, ""));
    for (const { nodes } of clusters) await fill(nodes[0]?.url ?? "");
    for (const kind of KINDS) await compareClusters(clusters, kind);
    await measureFailures(clusters[2] as Cluster, console.log);
  } finally {
    for (const cluster of clusters) await cluster.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** In turn, because other programs use the machine as well. */
async function compareClusters(clusters: readonly Cluster[], kind: CallKind): Promise<void> {
  const rounds: (readonly number[])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const counts: number[] = [];
    for (const { nodes } of clusters) {
      const urls = nodes.map(({ url }) => url);
      counts.push(await callsPerSecond(urls, kind, 4));
    }
    rounds.push(counts);
  }
  for (const at of clusters.keys()) {
    const perSecond = median(rounds.map((round) => round[at] ?? 0));
    console.log(`nodes: ${at + 1}, ${kind}: ${perSecond} calls a second, ${ratio(rounds, at)}`);
  }
}

/** The median of each round's ratio to what was measured first in it. */
function ratio(rounds: readonly (readonly number[])[], at: number): string {
  return `${median(rounds.map((round) => (round[at] ?? 0) / (round[0] ?? 0))).toFixed(2)} ×`;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Makes the table and its rows. */
async function fill(url: string): Promise<void> {
  const connection = await mysql.createConnection(url);
  await connection.query("create database cluster");
  await connection.end();
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition does not load.");
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const store = await mysqlStore(`${databaseOf(url)}?accepts_loss=true`);
  const engine = await createEngine({ definition, store, services });
  for (let at = 0; at < ROWS; at += 1_000)
    await engine.add(
      "Records",
      Array.from({ length: 1_000 }, (_, place) => ({ Id: `${at + place}`, Amount: 0 })),
    );
  await engine.close();
}

/** Of processes that call at the same time, each its own server, with so many callers each. */
async function callsPerSecond(urls: readonly string[], kind: CallKind, callers: number): Promise<number> {
  const script = new URL("call-process.ts", import.meta.url).pathname;
  const counts = urls.map(async (url, at) => {
    const args = [
      "--conditions=source",
      script,
      databaseOf(url),
      kind,
      String(at),
      String(callers),
      String(SECONDS),
    ];
    return Number((await promisify(execFile)(process.execPath, args)).stdout);
  });
  return Math.round((await Promise.all(counts)).reduce((sum, count) => sum + count, 0));
}

function databaseOf(url: string): string {
  return new URL("/cluster", url).href;
}
