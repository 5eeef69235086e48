import { spawnSync } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { resolve } from "node:path";
import { postgresFloor } from "../floors.ts";
import { fresh, spread } from "../operations.ts";
import type { RecordRow } from "../records.ts";
import { loadFrom, type ServicePeer, servicePeersFolder } from "./service-peer.ts";

const folder = resolve(servicePeersFolder, "directus");

/** Directus against our PostgreSQL: its driver of SQLite would have to be built. The administrator asks, so that it need not look for permissions. */
export const peer: ServicePeer = {
  name: "Directus 11",
  kind: "postgres",
  folder,
  async serve(rows, { place }) {
    await postgresFloor(place, rows);
    Object.assign(process.env, settings(new URL(place)));
    const command = resolve(folder, "node_modules/@directus/api/dist/cli/run.js");
    const { status, stderr } = spawnSync(process.execPath, [command, "bootstrap"], { cwd: folder });
    if (status !== 0) throw new Error(`Directus could not set up its tables. ${stderr}`);
    process.chdir(folder);
    const { createServer } = await loadFrom<Directus>(folder, "@directus/api/server");
    const server = (await createServer()).listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  },
  requests: {
    "point read": (at, rows) => [`/items/${TABLE}/${spread(at, rows)}?${TOKEN}`],
    "add 1 row": (at, rows) => [`/items/${TABLE}?${TOKEN}`, fresh(at, rows, 1)[0]],
    "add 1,000 rows": (at, rows) => [`/items/${TABLE}?${TOKEN}`, fresh(at, rows, 1_000)],
  },
  rowsOf: ({ data }: { readonly data: RecordRow | readonly RecordRow[] }) => [data].flat(),
};

const TABLE = "floor_records";
const TOKEN = "access_token=V2-bench";

function settings({ hostname, port, username, password }: URL): Readonly<Record<string, string>> {
  return {
    DB_CLIENT: "pg",
    DB_HOST: hostname,
    DB_PORT: port,
    DB_DATABASE: "postgres",
    DB_USER: username,
    DB_PASSWORD: password,
    SECRET: "bench",
    ADMIN_EMAIL: "bench@example.com",
    ADMIN_PASSWORD: "bench",
    ADMIN_TOKEN: "V2-bench",
    TELEMETRY: "false",
    LOG_LEVEL: "error",
  };
}

/** What is used of Directus. */
interface Directus {
  createServer(): Promise<Server>;
}
