/** What a key needs for a call, and what it is answered: the table of `docs/security.md`, a row for each. */

export const OPERATIONS = ["Find", "Add", "Edit", "Delete"] as const;

/** What a key may do, one by one: operations, the actions of the application by name, and its own members. */
export type Right =
  | (typeof OPERATIONS)[number]
  | "Decide"
  | "actions"
  | "history"
  | "undo"
  | "events"
  | "everything";

export interface TableRow {
  /** As the page has it. */
  readonly call: string;
  readonly needs: readonly Right[];
  /** Which rows are answered: those of a Find, those that the call added, or stored ones, which need Find as well. */
  readonly answers: "rows" | "added" | "stored" | "images" | "other";
  readonly requests: readonly Sent[];
  /** Whether it is one that there is not, for a key without Find: it would tell of rows. */
  readonly isHidden?: boolean;
}

/** What is sent: a body to the table, or a path of the application. */
export interface Sent {
  readonly path: string;
  readonly body?: object;
  readonly prefer?: string;
}

const act = (Action: string, Properties: object = {}, Rows: object[] = [{ Job: "a" }], path = "Action") => ({
  path: `tables/Jobs/${path}`,
  body: { Action, Properties: { ...Properties, ...(Action === "Find" ? {} : { DryRun: true }) }, Rows },
});
const undo = (call: string) => ({ path: `calls/${call}/undo`, body: { Properties: { DryRun: true } } });
const UPDATE = { OnDuplicate: "update" };

/** The ids of the calls that the table takes back: of an Add, an Edit and a Delete. */
export const CALLS = { add: "call-add", edit: "call-edit", delete: "call-delete" } as const;

/** Written as the instant at which the call is sent. */
const NOW = { toJSON: () => new Date().toISOString() };

export const TABLE: readonly TableRow[] = [
  {
    call: "Find, a summary, explain",
    needs: ["Find"],
    answers: "other",
    requests: [
      { path: "tables/Jobs/summary", body: { Values: { Rows: "COUNT" } } },
      act("Find", {}, [], "explain"),
    ],
  },
  { call: "Find", needs: ["Find"], answers: "rows", requests: [act("Find", {}, [])] },
  {
    call: "Find with `AsOf`",
    needs: ["Find", "history"],
    answers: "rows",
    requests: [act("Find", { AsOf: NOW }, [])],
  },
  {
    call: "Add",
    needs: ["Add"],
    answers: "added",
    requests: [act("Add", {}, [{ Job: "new", Note: "sent" }])],
  },
  {
    call: "Add with `OnDuplicate: update`, of new rows",
    needs: ["Add", "Edit"],
    answers: "added",
    requests: [act("Add", UPDATE, [{ Job: "new", Note: "sent" }])],
  },
  {
    call: "Add with `OnDuplicate: update`, of stored rows",
    needs: ["Add", "Edit"],
    answers: "stored",
    requests: [act("Add", UPDATE), act("Add", UPDATE, [{ Job: "new" }, { Job: "a", Hours: 3 }])],
  },
  {
    call: "Edit",
    needs: ["Edit"],
    answers: "stored",
    requests: [act("Edit"), act("Edit", { Version: true, Form: true }, [{ Job: "a", Hours: 3 }])],
  },
  { call: "Delete", needs: ["Delete"], answers: "stored", requests: [act("Delete")] },
  {
    call: "an action of the application, whatever it does",
    needs: ["actions"],
    answers: "stored",
    requests: ["Ship", "Bin", "Log It", "Both", "Ship All"].map((name) => act(name)),
  },
  {
    call: "a decision on facts",
    needs: ["Decide"],
    answers: "other",
    requests: [{ path: "decisions/CHEAP", body: { Facts: [{ hours: 1 }] } }],
  },
  {
    call: "a decision that reads tables",
    needs: ["Decide", "Find"],
    answers: "other",
    requests: [{ path: "decisions/NOTED", body: { Facts: [{ note: "secret" }] } }],
    isHidden: true,
  },
  {
    call: "`history` and `changes`",
    needs: ["Find", "history"],
    answers: "other",
    requests: [{ path: "tables/Jobs/history?key=a" }, { path: "changes" }],
  },
  { call: "undo of an Add", needs: ["undo", "Delete"], answers: "images", requests: [undo(CALLS.add)] },
  { call: "undo of an Edit", needs: ["undo", "Edit"], answers: "images", requests: [undo(CALLS.edit)] },
  { call: "undo of a Delete", needs: ["undo", "Add"], answers: "images", requests: [undo(CALLS.delete)] },
  {
    call: "`Prefer: trace` with any call",
    needs: ["everything"],
    answers: "other",
    requests: [
      { ...act("Find", {}, []), prefer: "trace" },
      { ...act("Edit"), prefer: "trace" },
    ],
  },
  {
    call: "the runs of rules, and what reads and writes what",
    needs: ["events"],
    answers: "other",
    requests: [{ path: "runs" }, { path: "rules" }],
  },
];
