/** What is measured over a cluster. */
export type CallKind = "read" | "edit" | "add";

export const ROWS = 10_000;

export const DEFINITION = `
tablewright: 1
app: { id: cluster, name: Cluster, owner: owner@example.com }
tables:
  Records:
    key: [Id]
    rowNumbers: stable
    columns:
      Id: { type: Text }
      Amount: { type: Number }
`;
