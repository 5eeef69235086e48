/** An application that tells a receiver of every order, signed. */
import { type AppDefinition, loadDefinition } from "@tablewright/core";

export const KEY = "V2-hooks";

export const SECRET = `whsec_${Buffer.from("of the test that kills deliveries").toString("base64")}`;

/** What the processes find in their environment. */
export const ENVIRONMENT = { HOOK_SECRET: SECRET };

export function hookDefinition(receiver: string): string {
  return `
tablewright: 1
app:
  id: hooks
  name: Hooks
  owner: owner@example.com
  timezone: UTC
  api: { enabled: true, invocable: dataChange, accessKeys: [{ name: local, key: "${KEY}" }] }
tables: { Orders: { key: [Order], columns: { Order: { type: Text } } } }
rules:
  Tell:
    table: Orders
    on: [add]
    steps: [{ webhook: { url: "${receiver}/hook", body: '{ "order": "<<[Order]>>" }', secret: env:HOOK_SECRET } }]
`;
}

export function loadHooks(receiver: string): AppDefinition {
  const { output, diagnostics } = loadDefinition(hookDefinition(receiver));
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  return output;
}
