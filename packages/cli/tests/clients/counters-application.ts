/** An application that shows who loses a change: counters, and rows that every client has a column of. */

export const CLIENTS = 8;

/** Rounds of each client: one counter goes up, and one row gets a new value in the client's own column. */
export const ROUNDS = 12;

export const COUNTERS = ["left", "right"];

export const KEY = "V2-clients";

export const DEFINITION = `
tablewright: 1
app:
  id: counters
  name: Counters
  owner: owner@example.com
  timezone: UTC
  api: { enabled: true, invocable: dataChange, accessKeys: [{ name: local, key: "${KEY}" }] }
tables:
  Counters:
    key: [Counter]
    columns:
      Counter: { type: Text }
      Count: { type: Number, initialValue: "0" }
${Array.from({ length: CLIENTS }, (_, client) => `      Of ${client}: { type: Number }`).join("\n")}
      Sum: { type: Number, formula: '${Array.from({ length: CLIENTS }, (_, client) => `[Of ${client}]`).join(" + ")}' }
actions:
  Increment: { table: Counters, set: { Count: "[Count] + 1" } }
`;
