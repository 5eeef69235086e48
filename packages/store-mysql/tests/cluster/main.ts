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
      const one = await callsPerSecond([server.url], kind, 1);
      const eight = await callsPerSecond([server.url], kind, 8);
      console.log(
        `MariaDB, ${kind}: ${one} calls a second of one caller, ${eight} of eight: ${ratio(eight, one)}`,
      );
    }
  } finally {
    await server.stop();
  }
  const single = new Map<CallKind, number>();
  for (const count of [1, 2, 3]) {
    const cluster = await startCluster(installed, count, "");
    try {
      await fill(cluster.nodes[0]?.url ?? "");
      for (const kind of KINDS) {
        const perSecond = await callsPerSecond(urlsOf(cluster), kind, 4);
        if (count === 1) single.set(kind, perSecond);
        const times = ratio(perSecond, single.get(kind) ?? 0);
        console.log(`nodes: ${count}, ${kind}: ${perSecond} calls a second, ${times} those of one node`);
      }
      if (count === 3) await measureFailures(cluster, console.log);
    } finally {
      await cluster.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function urlsOf(cluster: Cluster): readonly string[] {
  return cluster.nodes.map(({ url }) => url);
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
    const args = ["--conditions=source", script, databaseOf(url), kind, String(at), String(callers), "4"];
    return Number((await promisify(execFile)(process.execPath, args)).stdout);
  });
  return Math.round((await Promise.all(counts)).reduce((sum, count) => sum + count, 0));
}

function databaseOf(url: string): string {
  return new URL("/cluster", url).href;
}

function ratio(one: number, other: number): string {
  return `${(one / other).toFixed(2)} ×`;
}
