/** The application whose rows are followed. */

export const KEY = "V2-live";

/** Rows that are written over and over. */
export const TASKS = 1_000;

export const LIVE_DEFINITION = `
tablewright: 1
app:
  id: live
  name: Live
  owner: owner@example.com
  history: { keep: 1d }
  api: { enabled: true, invocable: dataChange, accessKeys: [{ name: all, key: "${KEY}" }] }
tables:
  Tasks:
    key: [Task]
    columns:
      Task: { type: Number }
      Team: { type: Number }
      Title: { type: Text }
      Write: { type: Number }
`;
