/** What the blocks of pages need to be run: files, servers, and programs around parts of programs. */
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sampleDatabases } from "@tablewright/engine-tests/databases";
import { expect, vi } from "vitest";
import { begin, capture } from "../capture.ts";
import { blocks } from "./page-blocks.ts";
import type { BlockSelection } from "./page-lists.ts";

export const PAGES_KEY = "V2-pages";

interface ShippedOrder {
  /** The id of the call that shipped it. */
  readonly call: string;
  /** The id of the event that it caused. */
  readonly event: string;
}

interface PageFolder extends ShippedOrder {
  readonly folder: string;
}

/** A folder with the files that pages name: an application with rows, a history and a failed event, a changed definition, rows to import. */
export async function makeShop(): Promise<PageFolder> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-pages-"));
  cpSync(join(import.meta.dirname, "shop"), folder, { recursive: true });
  const definition = readFileSync(join(folder, "app.yaml"), "utf8").replace("@KEY@", sha256Of(PAGES_KEY));
  const files = {
    "app.yaml": definition,
    "shop.yaml": definition,
    "depot.yaml": definition.replace("id: shop", "id: depot"),
    "new.yaml": definition.replace("* 0.1", "* 0.2"),
    "app.test.yaml":
      "tests:\n  orders are open:\n    when: [{ table: Orders, Action: Find }]\n    expect: { rows: [] }\n",
    "orders.csv": "Order ID,Order,Customer,Total\n2001,C,C1,10\n2002,D,C2,20\n",
    "kunden.csv": "Customer ID,Name\nC3,Cy\n",
    "orders.jsonl": '{"Order ID": 2003, "Customer": "C3", "Total": 5}\n',
    "approval.yaml": blockWith("id: approval"),
    "approval.test.yaml": blockWith("small amounts need nobody"),
    "settings.yaml": blockWith("definitions: [shop.yaml"),
    "old.yaml": RULES.replace("LEAST", "1000"),
    "newer.yaml": RULES.replace("LEAST", "600"),
    "facts.jsonl": [500, 600, 100, 2_000].map((total) => `{ "tier": "gold", "total": ${total} }\n`).join(""),
    "call.json": '{ "table": "Orders", "Action": "Find", "Rows": [{ "Order ID": 1001 }] }',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const database = new DatabaseSync(join(folder, "shop.db"));
  database.exec(sampleDatabases.find(({ name }) => name === "chinook")?.sqlite ?? "");
  database.close();
  const app = join(folder, "app.yaml");
  const store = ["--store", `sqlite:${join(folder, "rows.sqlite")}`];
  await capture("import", app, join(folder, "data"), ...store);
  const others = ["--store", `memory:${join(folder, "others.jsonl")}`];
  await capture("import", app, "Customers", join(folder, "kunden.csv"), ...others);
  await capture("export", app, "Customers", ...others, "--to", join(folder, "out"), "--format", "xlsx");
  renameSync(join(folder, "out/Customers.xlsx"), join(folder, "kunden.xlsx"));
  return { folder, ...(await shipOrder(app, store)) };
}

/** Changes a row by HTTP, which causes an event that fails. */
async function shipOrder(app: string, store: readonly string[]): Promise<ShippedOrder> {
  const served = begin(["serve", app, ...store, "--port", "0"]);
  await vi.waitFor(() => expect(served.out()).toContain("served at"), { timeout: 150_000 });
  const [address = ""] = /http:\/\/[^/\s]+/u.exec(served.out()) ?? [];
  const answer = await fetch(`${address}/api/v2/apps/shop/tables/Orders/Action`, {
    method: "POST",
    headers: { ApplicationAccessKey: PAGES_KEY, "Content-Type": "application/json", Prefer: "wire=typed" },
    body: '{"Action": "Edit", "Rows": [{"Order ID": 1001, "Shipped": "2026-03-14", "Total": 130}]}',
  });
  const { Call: call } = (await answer.json()) as { Call: string };
  let event = "";
  while (event === "") {
    const listed = await fetch(`${address}/api/v2/apps/shop/events?state=failed`, {
      headers: { ApplicationAccessKey: PAGES_KEY },
    });
    const { events } = (await listed.json()) as { events: readonly { id: string }[] };
    event = events[0]?.id ?? "";
  }
  served.stop();
  await served.done;
  return { call, event };
}

/** A copy of the folder, in which the commands of a page may change everything. */
export function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "tablewright-page-"));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const RULES = `tablewright: 1
rules: { id: checkout }
facts: { tier: Text, total: Price }
decisions:
  Discount:
    type: Percent
    hit: first
    inputs: ["[tier]", "[total]"]
    rows: [[gold, ">= LEAST", 0.15], [gold, "-", 0.1]]
    otherwise: 0
`;

function blockWith(words: string): string {
  return blocks.find(({ language, text }) => language.startsWith("yaml") && text.includes(words))?.text ?? "";
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Pages each of whose blocks begins in a folder of its own. */
export const separate = /importing|migrations|settings|history/u;

/** What a page expects to be served where it sends requests. */
export const servers: readonly (readonly [page: RegExp, command: string])[] = [
  [/client(?:\/README)?\.md$/u, "npx tablewright serve packages/examples/people/app.yaml"],
  [/docs\/history\.md/u, "npx tablewright serve app.yaml --store sqlite:rows.sqlite"],
];

const ENGINE = `
import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
const { output: definition } = loadDefinition(\`
  { tablewright: 1, app: { id: shop, name: Shop, owner: me@example.com, api: { enabled: true, accessKeys: [{ name: local, key: V2-local }] } },
    decisions: { DISCOUNT: { parameters: { tier: Text, total: Price }, type: Percent, hit: first, rows: [[gold, ">= 1000", 0.15]], otherwise: 0 } },
    tables: { Items: { key: [Item], columns: { Item: { type: Text }, Price: { type: Price } } } } }\`);
const store = memoryStore();
const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
`;

/** What a page expects before a part of a program. */
export const preludes: readonly (BlockSelection & { readonly program: string })[] = [
  ...["let after", "const { rows }"].map((begins) => ({
    page: /docs\/client\.md/u,
    begins,
    program: firstProgram("docs/client.md"),
  })),
  {
    page: /docs\/client\.md/u,
    begins: "c",
    program: `${ENGINE}
      import { createClient } from "@tablewright/client";
      import { fetchHandler } from "@tablewright/http/fetch";
      const engine = await createEngine({ definition, store, services });
      const [url, app, key] = ["http://127.0.0.1:1", "shop", "V2-local"];
      const session = async () => ({ accessToken: "" });`,
  },
  {
    page: /docs\/events\.md/u,
    begins: "const reserveStock",
    program: `${ENGINE}
      import { startDelivery as start } from "@tablewright/delivery";
      const warehouse = { reserve() {} };
      const worker = { store, order: () => new Map(), send: () => {}, clock: { now: () => 0, after: () => () => {} }, random: Math.random, secrets: () => {} };
      const startDelivery = (options) => { if (options.steps === undefined) throw new Error("No steps."); return start; };`,
  },
  {
    page: /docs\/importing\.md/u,
    begins: "const rows",
    program: `${ENGINE}const engine = await createEngine({ definition, store, services });`,
  },
  {
    page: /docs\/limits\.md/u,
    begins: "createServer",
    program: `${ENGINE}import { createServer } from "@tablewright/http";\nconst engine = await createEngine({ definition, store, services });`,
  },
  {
    page: /docs\/rules\.md/u,
    begins: "const pricing",
    program: 'import { defineRules } from "@tablewright/core/rules";',
  },
  {
    page: /docs\/rules\.md/u,
    begins: "const { outputs",
    program: `${ENGINE}const engine = await createEngine({ definition, store, services });`,
  },
];

/** What ends a program that a page lets run on. */
export const endings: readonly (BlockSelection & { readonly program: string })[] = [
  { page: /packages\/http\/README/u, begins: "import", program: "await server.close();" },
];

function firstProgram(page: string): string {
  return blocks.find((block) => block.page === page && block.language === "ts")?.text ?? "";
}
