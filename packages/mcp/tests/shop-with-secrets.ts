/** An application, and the same one with tables, columns, actions, rules, keys and changes that a limited key may not know of. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { fetchHandler } from "@tablewright/http";
import { memoryStore } from "@tablewright/store-memory";

/** What is hidden from a key: text for the places of the definition, and what the owner does between calls. */
export interface Hidden {
  readonly keys: string;
  readonly customers: string;
  readonly tables: string;
  readonly slices: string;
  readonly actions: string;
  readonly rules: string;
  readonly decisions: string;
}

export const NOTHING: Hidden = {
  keys: "",
  customers: "",
  tables: "",
  slices: "",
  actions: "",
  rules: "",
  decisions: "",
};

export const SECRETS: Hidden = {
  keys: "      - { name: audit, key: V2-audit }\n",
  customers: "",
  tables: `
  Secret Orders:
    key: [Id]
    columns:
      Id: { type: Text }
      Customer: { type: Ref, table: Customers }
      Order: { type: Ref, table: Orders }
      Total: { type: Price }
  Customer: { key: [Id], columns: { Id: { type: Text } } }
`,
  slices:
    "  Secret Names: { table: Customers, columns: [Id, Name], filter: '[Size] > 1' }\n  Ordrs: { table: Orders }\n",
  actions: `
  Grow Secretly: { table: Secret Orders, set: { Total: "[Total] + 1" } }
  Grwo: { table: Secret Orders, set: { Total: "[Total] + 1" } }
`,
  rules: "  Secret Rule: { table: Secret Orders, on: [add, edit], steps: [{ action: Grow Secretly }] }\n",
  decisions: `
  SECRET_TOTAL: { parameters: { id: Text }, type: Price, formula: "SUM(SELECT(Secret Orders[Total], [Id] <> [_THISROW].[id]))" }
  DISCONT:
    parameters: { size: Number }
    type: Number
    hit: first
    rows: [["> 5", "=COUNT(Secret Orders[Id])"]]
    otherwise: 0
  OF_SECRET: { parameters: { order: Ref of Secret Orders }, type: Number, formula: "1" }
  AROUND: { parameters: { id: Text }, outputs: { level: Text }, rules: [{ name: Some, when: "SECRET_TOTAL([id]) > 1", set: { level: high } }] }
`,
};

/** Of a key for a slice everything else of its table is hidden as well. */
export const SECRETS_OF_SLICE: Hidden = {
  ...SECRETS,
  customers: "      Pin: { type: Number }\n",
  actions: `${SECRETS.actions}  Set Pin: { table: Customers, set: { Pin: "7" } }\n`,
  rules: `${SECRETS.rules}  Pin Rule: { table: Customers, on: [edit], condition: '[Pin] = 1', steps: [{ action: Set Pin }] }\n`,
};

const definitionWith = ({ keys, customers, tables, slices, actions, rules, decisions }: Hidden) => `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: boss@example.com
  history: { keep: 30d }
  api:
    enabled: true
    invocable: dataChange
    accessKeys:
      - { name: limited, key: V2-limited, tables: [Customers, Orders, Late Orders], undo: true }
      - { name: reader, key: V2-reader, tables: [Customers, Orders], actions: [Find, Grow], undo: true }
      - { name: slim, key: V2-slim, tables: [Names], actions: [Find, Add, Edit, Grow, Decide], undo: true }
${keys}tables:
  Customers:
    key: [Id]
    columns:
      Id: { type: Text }
      Name: { type: Text, required: true }
      Size: { type: Number, max: 9 }
${customers}
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Customer: { type: Ref, table: Customers }
      Total: { type: Price }
${tables}
slices:
  Names: { table: Customers, columns: [Id, Name] }
  Late Orders: { table: Orders, filter: '[Total] > 5' }
${slices}
actions:
  Grow: { table: Customers, set: { Size: "[Size] + 1" } }
${actions}
rules:
  Cap: { table: Customers, on: [edit], condition: '[Size] = 5', steps: [{ action: Grow }] }
${rules}
decisions:
  DISCOUNT: { parameters: { size: { type: Number, max: 9 } }, type: Number, hit: first, rows: [["> 5", 2]], otherwise: 1 }
  SPENT: { parameters: { id: Text }, type: Price, formula: "SUM(SELECT(Orders[Total], [Customer] = [_THISROW].[id]))" }
${decisions}
`;

/** Ids and times are those of the calls that the key can know of: hidden ones have their own. */
export async function openWorld(hidden: Hidden) {
  const { output: definition, diagnostics } = loadDefinition(definitionWith(hidden));
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
  let [ids, hiddenIds, isHidden, time] = [0, 0, false, Date.UTC(2026, 2, 14)];
  const services = {
    now: () => time,
    random: Math.random,
    newId: () => (isHidden ? `hidden-${++hiddenIds}` : `id-${++ids}`),
  };
  const engine = await createEngine({ definition, store: memoryStore(), services });
  await engine.add("Customers", [
    { Id: "a", Name: "Ann", Size: 1 },
    { Id: "b", Name: "Bob", Size: 4 },
  ]);
  await engine.add("Orders", [
    { Order: 1, Customer: "a", Total: 9 },
    { Order: 2, Customer: "b", Total: 3 },
  ]);
  const answer = fetchHandler({ engines: [engine], now: services.now });
  const handle = (request: Request) => {
    time += 1_000;
    return answer(request);
  };
  const changeHidden = async ({ key, calls }: { readonly key: string; readonly calls: number }) => {
    isHidden = true;
    for (let at = 0; at < calls; at++) await changeSecrets(engine, key, at, hidden.customers !== "");
    isHidden = false;
  };
  return {
    changeHidden,
    send: handle,
    async fetch(path: string, init: RequestInit): Promise<string> {
      const response = await handle(new Request(`http://shop.example/api/v2/apps/shop${path}`, init));
      const text = await response.text();
      const headers = Object.fromEntries(response.headers);
      return `${response.status} ${JSON.stringify(headers)} ${text.replaceAll(/"traceId":"[^"]*"/gu, "")}`;
    },
  };
}

async function changeSecrets(engine: Engine, key: string, at: number, hasPins: boolean): Promise<void> {
  const rows = [{ Id: key, Customer: at % 2 === 0 ? "a" : "b", Order: 1, Total: at }];
  const properties = { OnDuplicate: "update" } as const;
  const added = await engine.execute({ action: "Add", table: "Secret Orders", rows, properties });
  if (!added.ok) throw new Error(JSON.stringify(added.diagnostics));
  if (hasPins)
    await engine.execute({
      action: "Edit",
      table: "Customers",
      rows: [{ Id: "a", Pin: at % 2 }],
      accessKey: "audit",
    });
}
