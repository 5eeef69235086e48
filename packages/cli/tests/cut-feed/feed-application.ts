/** An application whose changes are recorded. */

export const KEY = "V2-feed";

export const DEFINITION = `
tablewright: 1
app:
  id: feed
  name: Feed
  owner: owner@example.com
  history: { keep: 1d }
  api: { enabled: true, invocable: dataChange, accessKeys: [{ name: local, key: "${KEY}" }] }
tables: { Orders: { key: [Order], columns: { Order: { type: Text }, State: { type: Number } } } }
`;
