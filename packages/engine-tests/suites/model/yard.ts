import type { ModelAction, ModelTable, ModelValue } from "./model-table.ts";

/**
 * The application that random operations run on: a chain of wholes and parts, a key with an initial value, a key of two
 * parts, formulas that lean on one another and on another table, every kind of rule, both ways of numbering rows.
 */
export const YARD = `
tablewright: 1
app: { id: yard, name: Yard, owner: owner@example.com, locale: en-US, timezone: UTC, roles: { clerk@example.com: Clerk } }
tables:
  Sites:
    key: [Site]
    rowNumbers: position
    columns:
      Site: { type: Text }
      Grade: { type: Number, min: 0, max: 5, writeIf: 'USERROLE() <> "Clerk"' }
  Crates:
    key: [Crate]
    rowNumbers: position
    columns:
      Crate: { type: Text, initialValue: '"new"' }
      Site: { type: Ref, table: Sites, partOf: true }
      Count: { type: Number, min: 0, max: 9, initialValue: "2" }
      Limit: { type: Number, validIf: "[_THIS] >= [Count]" }
      State: { type: Enum, values: [Open, Done], required: true, initialValue: '"Open"' }
      Note: { type: Text, requiredIf: '[State] = "Done"', writeIf: 'OR(USERROLE() <> "Clerk", [State] = "Open")' }
      Weight: { type: Number, formula: "[Count] * 10" }
      Total: { type: Number, formula: "[Weight] + [Site].[Grade]", validIf: "[_THIS] < 94" }
      Saves: { type: ChangeCounter, watch: { columns: [Count, Note] }, readIf: 'USERROLE() <> "Clerk"' }
      Label: { type: Text, virtual: true, formula: '[State] & ":" & [Weight]' }
  Items:
    key: [Crate, Line]
    rowNumbers: stable
    columns:
      Crate: { type: Ref, table: Crates, partOf: true, enforce: true }
      Line: { type: Number }
      Size: { type: Number, max: 3, validIf: "LIST(1, 2, 4)", readIf: 'OR(USERROLE() <> "Clerk", [Line] <> 2)' }
slices:
  Open Crates: { table: Crates, filter: '[State] = "Open"', columns: [Crate, Count, State, Label], updates: [edit] }
actions:
  Fill: { table: Crates, condition: "[Count] < 9", set: { Count: "[Count] + 1", Note: '"was " & [Count]' } }
  Close: { table: Crates, set: { State: '"Done"', Limit: "[Count]" } }
  Fill And Close: { table: Crates, condition: "ISNOTBLANK([Site])", run: [Fill, Close] }
`;

const orZero = (value: ModelValue | undefined) => Number(value ?? 0);

/** The same tables once more, for the model: what a rule or a formula means is said in JavaScript. */
export const YARD_TABLES: readonly ModelTable[] = [
  {
    name: "Sites",
    key: ["Site"],
    numbering: "position",
    parts: { table: "Crates", column: "Site" },
    columns: [
      { name: "Site", kind: "text" },
      { name: "Grade", kind: "number", min: 0, max: 5, clerkWrites: () => false },
    ],
  },
  {
    name: "Crates",
    key: ["Crate"],
    numbering: "position",
    parts: { table: "Items", column: "Crate" },
    columns: [
      { name: "Crate", kind: "text", initial: "new" },
      { name: "Site", kind: "text" },
      { name: "Count", kind: "number", min: 0, max: 9, initial: 2 },
      {
        name: "Limit",
        kind: "number",
        validIf: {
          reads: ["Limit", "Count"],
          holds: ({ Limit, Count }) => isNumber(Limit) && isNumber(Count) && Limit >= Count,
        },
      },
      { name: "State", kind: "choice", values: ["Open", "Done"], required: true, initial: "Open" },
      {
        name: "Note",
        kind: "text",
        requiredIf: { reads: ["State"], holds: ({ State }) => State === "Done" },
        clerkWrites: isOpen,
      },
      { name: "Weight", kind: "number", formula: ({ Count }) => orZero(Count) * 10 },
      {
        name: "Total",
        kind: "number",
        formula: ({ Weight, Site }, find) => orZero(Weight) + orZero(find("Sites", Site ?? null)?.Grade),
        validIf: { reads: ["Total"], holds: ({ Total }) => orZero(Total) < 94 },
      },
      { name: "Saves", kind: "number", counts: ["Count", "Note"], clerkReads: "never" },
    ],
    virtual: { Label: ({ State, Weight }) => `${State ?? ""}:${Weight}` },
  },
  {
    name: "Items",
    key: ["Crate", "Line"],
    numbering: "stable",
    columns: [
      { name: "Crate", kind: "text", mustExistIn: "Crates" },
      { name: "Line", kind: "number" },
      {
        name: "Size",
        kind: "number",
        max: 3,
        validIf: { reads: ["Size"], holds: ({ Size }) => [1, 2, 4].includes(orZero(Size)) },
        clerkReads: ({ Line }) => Line !== 2,
      },
    ],
  },
];

export const YARD_SLICES = {
  "Open Crates": {
    table: "Crates",
    keeps: isOpen,
    columns: ["Crate", "Count", "State", "Label"],
    updates: ["Edit"],
  },
} as const;

const FILL: ModelAction = {
  meets: ({ Count }) => isNumber(Count) && Count < 9,
  set: ({ Count }) => ({ Count: orZero(Count) + 1, Note: `was ${Count ?? ""}` }),
};
const CLOSE: ModelAction = { set: ({ Count }) => ({ State: "Done", Limit: Count ?? null }) };

/** All of them on crates. */
export const YARD_ACTIONS: Readonly<Record<string, ModelAction>> = {
  Fill: FILL,
  Close: CLOSE,
  "Fill And Close": { meets: ({ Site }) => Site !== null, run: [FILL, CLOSE] },
};

function isOpen({ State }: Readonly<Record<string, ModelValue>>): boolean {
  return State === "Open";
}

function isNumber(value: ModelValue | undefined): value is number {
  return typeof value === "number";
}
