/** A small application with what describing needs: slices, Refs, actions, limited keys, and names that are hard on paths. */
import type { Engine } from "@tablewright/core";
import type { FastifyInstance } from "fastify";
import { createServer, type ServerOptions } from "../src/index.ts";
import { engineOf } from "./engine-of.ts";

/** A table whose name would break out of a path, a quoted text or a reference, if anybody let it. */
export const HOSTILE = `A/B "Ü" {id}'s 🚢`;

const definition = (id: string, enabled: boolean) => `
tablewright: 1
app:
  id: "${id}"
  name: Depot
  owner: owner@example.com
  api:
    enabled: ${enabled}
    accessKeys:
      - { name: all, key: V2-all }
      - { name: old, key: V2-old, expires: 2001-01-01 }
      - { name: off, key: V2-off, disabled: true }
      - { name: jobs, key: V2-jobs, tables: [Jobs, Open Jobs], actions: [Find, Close] }
      - { name: blind, key: V2-blind, actions: [Add, Edit] }
      - { name: quiet, key: V2-quiet, actions: [] }
tables:
  People:
    key: [Email]
    columns: { Email: { type: Email }, Name: { type: Text, label: true, required: true, maxLength: 40 } }
  Jobs:
    key: [Job]
    securityFilter: OR(ISBLANK([Owner]), [Owner] = USEREMAIL())
    columns:
      Job: { type: Number, min: 1, max: 999 }
      Title: { type: Text, label: true, required: true, description: What is to be done. }
      Owner: { type: Ref, table: People }
      State: { type: Enum, values: [Open, Closed], required: true, initialValue: '"Open"' }
      Due: { type: Date, min: 2020-01-01 }
      Hours: { type: Decimal, requiredIf: '[State] = "Closed"' }
      Urgent: { type: Yes/No }
      Tags: { type: EnumList, values: [a, b], allowOtherValues: true }
      Changed: { type: ChangeTimestamp }
      Late: { type: Yes/No, virtual: true, formula: "[Due] < TODAY()" }
  '${HOSTILE.replaceAll("'", "''")}':
    key: [X "1", Y/2]
    updates: [add]
    columns: { X "1": { type: Text }, Y/2: { type: Number } }
  Log: { key: [Line], updates: 'IF(USERROLE() = "Admin", "ALL_CHANGES", "READ_ONLY")', columns: { Line: { type: Text } } }
slices:
  Open Jobs: { table: Jobs, filter: '[State] = "Open"', columns: [Job, Title, Due], updates: [edit] }
actions:
  Close: { table: Jobs, set: { State: '"Closed"', Hours: "1" } }
  Drop: { table: Jobs, deleteRow: true }
  Sweep: { table: Jobs, run: [Close, Drop] }
`;

export async function depot(id = "depot", enabled = true): Promise<Engine> {
  const services = { now: () => Date.UTC(2026, 2, 14), random: () => 0.5, newId: () => "id" };
  const engine = await engineOf(definition(id, enabled), services);
  await engine.add("People", [{ Email: "ann@example.com", Name: "Ann" }]);
  await engine.add("Jobs", [
    { Job: 1, Title: "Sweep", Due: "2026-03-01", Urgent: true, Tags: ["a"] },
    { Job: 2, Title: "Paint", State: "Closed", Hours: 2.5 },
    { Job: 3, Title: "Hidden", Owner: "ann@example.com" },
  ]);
  return engine;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  readonly json: any;
}

/** Requests to a server that really listens. */
export async function listening(options: ServerOptions) {
  const server: FastifyInstance = createServer(options);
  const address = await server.listen({ host: "127.0.0.1", port: 0 });
  const ask = async (
    path: string,
    { key = "V2-all", method = "GET", body, headers }: Asked = {},
  ): Promise<Answered> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { ApplicationAccessKey: key }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, json };
  };
  return { ask, close: () => server.close() };
}

interface Asked {
  /** Null sends none. */
  readonly key?: string | null;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
