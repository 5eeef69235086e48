import { type AppDefinition, createEngine, type Engine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { systemServices } from "../../src/platform.ts";

/**
 * Orders with lines that go with them, and a rule that leaves an entry of the journal and an event for every change of an
 * order. A clerk reads and writes some of the cells. Nothing hears of changes of lines, so calls that make them may share transactions.
 */
const DEFINITION = `
tablewright: 1
app: { id: kill, name: Kill, owner: owner@example.com, timezone: UTC, roles: { clerk@example.com: Clerk }, api: { enabled: true, invocable: dataChange } }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text }
      State: { type: Text, writeIf: '[State] <> "closed"' }
      Double: { type: Text, formula: "[State] & [State]", readIf: 'USERROLE() <> "Clerk"' }
      Checked: { type: Text, writeIf: 'USERROLE() <> "Clerk"' }
  Lines:
    key: [Order, Line]
    columns:
      Order: { type: Ref, table: Orders, partOf: true }
      Line: { type: Number }
      Count: { type: Number, readIf: '[Line] <> 9' }
  Journal:
    key: [Entry]
    columns:
      Entry: { type: Text, initialValue: 'UNIQUEID("UUID")' }
      Of: { type: Text }
      Is: { type: Text }
actions:
  Note: { table: Orders, addRow: { table: Journal, set: { Of: "[Order]", Is: "[State]" } } }
  Raise: { table: Lines, set: { Count: "[Count] + 1" } }
  Close: { table: Orders, set: { State: '"closed"' } }
rules:
  Tell:
    table: Orders
    on: [add, edit, delete]
    steps: [{ action: Note }, { webhook: { url: "https://example.com/<<[Order]>>/<<[State]>>" } }]
`;

/** Who makes the calls. */
export const CLERK = { caller: { email: "clerk@example.com" } } as const;

/** An engine over a store that was just opened; it closes the store. */
export async function openEngine(store: Store): Promise<Engine> {
  return createEngine({ definition: loaded(), store, services: systemServices });
}

function loaded(): AppDefinition {
  const { output, diagnostics } = loadDefinition(DEFINITION);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  return output;
}
