/** The application of the tests of actions and workflow rules: orders with lines and a journal, and a rule of every kind. */
export const DEPOT = `
tablewright: 1
app:
  id: depot
  name: Depot
  owner: owner@example.com
  timezone: UTC
  api: { enabled: true, invocable: dataChange }
tables:
  Orders:
    key: [Order]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    columns:
      Order: { type: Text }
      Owner: { type: Email }
      Status: { type: Enum, values: [Open, Packed, Sent], initialValue: '"Open"' }
      Count: { type: Number, initialValue: "0", max: 9 }
      Double: { type: Number, formula: "[Count] * 2" }
      Note: { type: Text }
      Saved: { type: ChangeCounter, watch: { columns: [Count, Status] } }
      Lines: { type: Number, virtual: true, formula: "COUNT([Related Lines])" }
  Lines:
    key: [Order, Line]
    securityFilter: 'OR(ISBLANK([Secret]), [Secret] = USEREMAIL())'
    columns:
      Order: { type: Ref, table: Orders, partOf: true }
      Line: { type: Number }
      Text: { type: Text, required: true }
      Secret: { type: Email }
  Journal:
    key: [Entry]
    columns:
      Entry: { type: Text, initialValue: UNIQUEID() }
      Of: { type: Text }
      Was: { type: Text }
      Is: { type: Text }
  Closed:
    key: [Id]
    updates: []
    columns: { Id: { type: Text } }
slices:
  Open Orders: { table: Orders, filter: '[Status] = "Open"', updates: [edit] }
  Frozen Orders: { table: Orders, updates: [] }
actions:
  Bump: { table: Orders, set: { Count: "[Count] + 1" } }
  Swap: { table: Orders, set: { Note: "[Status]", Status: '"Packed"' } }
  Pack: { table: Orders, condition: '[Status] = "Open"', set: { Status: '"Packed"' } }
  Bump And Pack: { table: Orders, run: [Bump, Pack, Bump] }
  Write Note: { table: Orders, set: { Note: 'INPUT("note", "none")', Count: 'INPUT("count", [Count])' } }
  Overflow: { table: Orders, set: { Count: "[Count] + 100" } }
  Remove: { table: Orders, deleteRow: true }
  Remove Last: { table: Orders, run: [Bump, Remove] }
  Add Line: { table: Orders, addRow: { table: Lines, set: { Order: "[Order]", Line: "[Lines] + 1", Text: '"line of " & [Order]' } } }
  Add Bad Line: { table: Orders, addRow: { table: Lines, set: { Order: "[Order]", Line: "1" } } }
  Add Closed: { table: Orders, addRow: { table: Closed, set: { Id: "[Order]" } } }
  Shout: { table: Lines, set: { Text: 'UPPER([Text]) & "!"' } }
  Shout Lines: { table: Orders, onRows: { table: Lines, rows: "[Related Lines]", action: Shout } }
  Bump All: { table: Orders, onRows: { table: Orders, rows: "Orders[Order]", action: Bump } }
  Bump Around: { table: Orders, run: [Bump All, Bump] }
  Log Change: { table: Orders, addRow: { table: Journal, set: { Of: "[Order]", Is: "[Status]" } } }
`;

/** What the workflow rules of the tests are put behind. */
export function depotWith(rules: string): string {
  return `${DEPOT}rules:\n${rules.replace(/^/gm, "  ")}\n`;
}
