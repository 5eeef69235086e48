import { call, find, type Step, saying } from "./engine-case.ts";

/** The application of the engine's table: a feature a column, so that a case changes one thing. */
export const HARBOUR = `
tablewright: 1
app: { id: harbour, name: Harbour, owner: me@example.com, locale: en-US, timezone: UTC }
tables:
  Piers:
    key: [Pier]
    columns:
      Pier: { type: Text }
      Depth: { type: Number }
      Kind: { type: Text, validIf: "COUNT(Logs[Log]) < 4" }
      Uses: { type: EnumList, values: [trade, fishing], validIf: "COUNT(Logs[Log]) < 4" }
  Boats:
    key: [Boat]
    rowNumbers: position
    columns:
      Boat: { type: Text, initialValue: "UNIQUEID()" }
      Pier: { type: Ref, table: Piers }
      Length: { type: Number, initialValue: "10", min: 1, max: 100 }
      Beam: { type: Number, initialValue: "[Length] / 2", validIf: "[_THIS] < [Length]" }
      State: { type: Enum, values: [In, Out], required: true, initialValue: '"In"' }
      Reason: { type: Text, requiredIf: '[State] = "Out"', validIf: 'LEN([_THIS]) < 9' }
      Since: { type: Date }
      Fee: { type: Price, formula: "[Length] * 2" }
      Saves: { type: ChangeCounter, watch: { columns: [Length, Reason, Fee] } }
      Seen: { type: ChangeLocation, watch: { columns: [State] } }
      Sign: { type: Text, virtual: true, formula: '[Boat] & "/" & [Pier].[Depth]' }
  Crew:
    key: [Boat, Name]
    columns:
      Boat: { type: Ref, table: Boats, partOf: true }
      Name: { type: Text }
      Rank: { type: Number }
  Trips:
    key: [Trip]
    columns: { Trip: { type: Number }, Boat: { type: Text }, State: { type: Text } }
  Logs:
    key: [Log]
    updates: [add, delete]
    columns: { Log: { type: Number }, Note: { type: LongText } }
  Papers:
    key: [Paper]
    securityFilter: '[Owner] = USEREMAIL()'
    columns: { Paper: { type: Text }, Owner: { type: Text }, Pages: { type: Number } }
  Deeds:
    key: [Deed]
    securityFilter: '[Owner] = USEREMAIL()'
    withCheck: true
    columns: { Deed: { type: Text }, Owner: { type: Text } }
slices:
  Boats Out: { table: Boats, filter: '[State] = "Out"', columns: [Reason, Boat, State], updates: [edit, delete] }
actions:
  Sail: { table: Boats, condition: '[State] = "In"', set: { State: '"Out"', Reason: '"was " & [State]' } }
  Stretch: { table: Boats, set: { Length: "[Length] * 3", Beam: "[Length]" } }
  Stretch And Sail: { table: Boats, run: [Stretch, Sail, Stretch] }
  Note Trip:
    table: Boats
    addRow: { table: Trips, set: { Trip: "COUNT(Trips[Trip]) + 1", Boat: "[Boat]", State: "[State]" } }
rules:
  Note trips: { table: Boats, on: [add, edit, delete], condition: "ISNOTBLANK([Since])", steps: [{ action: Note Trip }] }
  Note sailing:
    table: Boats
    on: [edit]
    condition: 'AND([_THISROW_BEFORE].[State] = "In", [_THISROW_AFTER].[Length] = 9 * [_THISROW_BEFORE].[Length])'
    steps: [{ action: Note Trip }]
`;

/** Every case begins with these calls. */
export const FILL: readonly Step[] = [
  [call("Add", "Piers", { Pier: "p1", Depth: 3 }, { Pier: "p2", Depth: 9 })],
  [
    call(
      "Add",
      "Boats",
      { Boat: "b1", Pier: "p1", Length: 10 },
      { Boat: "b2", Pier: "p2", Length: 20, State: "Out", Reason: "fish" },
      { Boat: "b3", Length: 30 },
    ),
  ],
  [
    call(
      "Add",
      "Crew",
      { Boat: "b1", Name: "Ada", Rank: 1 },
      { Boat: "b1", Name: "Bea" },
      { Boat: "b2", Name: "Ada" },
    ),
  ],
  [call("Add", "Logs", { Log: 1 }, { Log: 2 }, { Log: 3 })],
  [call("Add", "Papers", { Paper: "mine", Owner: "me@example.com", Pages: 1 })],
  [
    saying(call("Add", "Papers", { Paper: "theirs", Owner: "you@example.com" }), {
      RunAsUserEmail: "you@example.com",
    }),
  ],
];

/** Nothing of the boats is other than after the filling. */
export const UNTOUCHED: Step = [
  find("Boats"),
  {
    rows: [
      { _RowNumber: 1, Boat: "b1", Length: 10, Saves: 1 },
      { _RowNumber: 2, Boat: "b2", Length: 20, Saves: 1 },
      { _RowNumber: 3, Boat: "b3", Length: 30, Saves: 1 },
    ],
  },
];
