/** A small application with hidden rows and limited keys, and assistants of its callers by the protocol's own client. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createEngine, loadDefinition } from "@tablewright/core";
import { fetchHandler } from "@tablewright/http";
import { memoryStore } from "@tablewright/store-memory";
import { createMcpServer, type McpServerOptions, PreparedChanges, type SendCall } from "../src/index.ts";

const DEFINITION = `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: boss@example.com
  history: { keep: 30d }
  api:
    enabled: true
    accessKeys:
      - { name: all, key: V2-all, undo: true }
      - { name: ann, key: V2-ann, as: ann@example.com, runAs: false, undo: true }
      - { name: adder, key: V2-adder, actions: [Find, Add] }
      - { name: form, key: V2-form, actions: [Add] }
      - { name: writer, key: V2-writer, actions: [Add, Edit] }
      - { name: reader, key: V2-reader, actions: [Find], tables: [Orders], history: false }
tables:
  Orders:
    key: [Order]
    securityFilter: OR(USEREMAIL() = "boss@example.com", [Clerk] = USEREMAIL())
    columns:
      Order: { type: Number, initialValue: 'COUNT(FILTER("Orders", TRUE)) + 1' }
      Clerk: { type: Email }
      Total: { type: Price, required: true, min: 0 }
      Sent: { type: Yes/No, initialValue: "FALSE" }
      Age: { type: Duration, virtual: true, formula: 'NOW() - "2026-01-01 00:00:00"' }
  Lines:
    key: [Order, No]
    columns: { Order: { type: Ref, table: Orders }, No: { type: Number }, Text: { type: LongText }, Extra: { type: Json }, Place: { type: Object, fields: { city: Text, since: Date } }, Marks: { type: List, of: Json } }
decisions:
  FEE: { parameters: { total: Price }, type: Price, hit: first, rows: [[">= 100", 0]], otherwise: 5 }
actions:
  Send: { table: Orders, condition: 'NOT([Sent])', set: { Sent: "TRUE" } }
`;

/** The application with some rows: two orders of the boss's and one of Ann's. */
export async function openShop() {
  const { output, diagnostics } = loadDefinition(DEFINITION);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, null, 1));
  let time = Date.UTC(2026, 2, 14);
  let ids = 0;
  const services = { now: () => (time += 1_000), random: () => 0.5, newId: () => `id-${time}-${++ids}` };
  const engine = await createEngine({ definition: output, store: memoryStore(), services });
  await engine.add("Orders", [
    { Order: 1, Clerk: "boss@example.com", Total: 10 },
    { Order: 2, Clerk: "ann@example.com", Total: 20 },
    { Order: 3, Total: 30 },
  ]);
  const handle = fetchHandler({ engines: [engine] });
  return { engine, send: (request: Request) => handle(request) };
}

/** An assistant of a caller. */
export async function assistantOf(send: SendCall, key: string, options: Partial<McpServerOptions> = {}) {
  const server = createMcpServer({
    send,
    app: "shop",
    headers: { applicationaccesskey: key },
    prepared: new PreparedChanges(),
    version: "0.0.0",
    ...options,
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours);
  const client = new Client({ name: "test", version: "0.0.0" });
  await client.connect(theirs);
  return { ...callerOf(client), close: () => client.close() };
}

/** The application with an assistant of a caller who may do everything. */
export async function withBoss(prepared = new PreparedChanges()) {
  const shop = await openShop();
  const boss = await assistantOf(shop.send, "V2-all", { prepared });
  const totalOf = async (Order: number) => {
    const found = await shop.engine.find("Orders", { keys: [{ Order }] });
    return found.ok ? found.rows[0]?.Total : undefined;
  };
  return { ...shop, boss, totalOf };
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
type Json = any;

/** A client's tools as functions: what they answer, or their errors. */
export function callerOf(client: Client) {
  return {
    client,
    /** The JSON of an answer. */
    async use(name: string, input: object = {}): Promise<Json> {
      const { content, isError } = await client.callTool({
        name,
        arguments: input as Record<string, unknown>,
      });
      const [first] = content as readonly { readonly text: string }[];
      const text = first?.text ?? "";
      if (isError && !text.startsWith("{")) return { errors: [{ code: "input", message: text }] };
      return JSON.parse(text);
    },
    /** The codes of the errors of an answer that should have some. */
    async codesOf(name: string, input: object = {}): Promise<readonly string[]> {
      const { errors = [] } = await this.use(name, input);
      return errors.map(({ code }: { code: string }) => code);
    },
  };
}
