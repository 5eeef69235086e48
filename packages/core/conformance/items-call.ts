/** What every random expression over the items may read besides rows. */
export const itemsCall = {
  now: "2026-03-14T15:09:26",
  timezone: "America/New_York",
  user: { email: "ann@example.com", name: "Ann", role: "Admin" },
  settings: { color: "red" },
  parameters: { word: "Straße", amount: 2.5 },
  inputs: { word: "a" },
  random: () => 0.375,
};
