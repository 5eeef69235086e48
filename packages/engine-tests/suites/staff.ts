import type { EngineRequest, PersonIdentity } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** A salary is for its person and HR, a review for HR, who a boss is only of people of low levels for all. */
export const DEFINITION = `
tablewright: 1
app: { id: staff, name: Staff, owner: hr@example.com, locale: en-US, timezone: UTC, roles: { hr@example.com: HR }, history: { keep: 2d }, api: { invocable: dataChange } }
tables:
  People:
    key: [Person]
    columns:
      Person: { type: Text, label: true }
      Email: { type: Text }
      Level: { type: Number, initialValue: 1 }
      Salary:
        type: Price
        readIf: 'OR(USERROLE() = "HR", [Email] = USEREMAIL())'
        writeIf: 'USERROLE() = "HR"'
        validIf: '[_THIS] < 1000 * [Level]'
      Review: { type: Text, readIf: 'USERROLE() = "HR"' }
      Boss: { type: Ref, table: People, readIf: 'OR(USERROLE() = "HR", [Level] < 3)' }
      Note: { type: Text, writeIf: '[Level] < 3', editableIf: 'OR(USERROLE() = "HR", [Email] = USEREMAIL())' }
      Class: { type: Text, virtual: true, formula: 'IF([Salary] > 200, "high", "low")' }
      Bonus: { type: Price, virtual: true, formula: '[Salary] * 0.5', readIf: '[Email] = USEREMAIL()' }
slices:
  Juniors: { table: People, filter: '[Level] < 3' }
actions:
  Raise: { table: People, set: { Salary: '[Salary] + 10' } }
decisions:
  WORTH:
    parameters: { low: Number }
    type: Text
    inputs: ['SUM(People[Salary]) - [low]', "[low]"]
    rows: [["> 1000", "-", rich], ["-", "> 5", poor]]
rules:
  Told:
    table: People
    on: [edit]
    steps: [{ webhook: { url: "https://example.com/told", body: '{"salary": "<<[Salary]>>", "review": "<<[Review]>>"}' } }]
  Rich:
    table: People
    on: [edit]
    condition: '[Salary] > 200'
    steps: [{ webhook: { url: "https://example.com/rich", body: '{"level": <<[Level]>>}' } }]
  Whole:
    table: People
    on: [edit]
    steps: [{ webhook: { url: "https://example.com/whole" } }]
`;

export const HR = "hr@example.com";
export const ANN = "ann@example.com";
export const as = (email: string) => ({ caller: { email } satisfies PersonIdentity });

export const find = (Selector?: string, more: object = {}): EngineRequest => ({
  action: "Find",
  table: "People",
  properties: { ...(Selector === undefined ? {} : { Selector }), ...more },
});

const PEOPLE: readonly object[] = [
  { Person: "a", Email: ANN, Level: 1, Salary: 100, Review: "good", Boss: "b", Note: "x" },
  { Person: "b", Email: "bob@example.com", Level: 2, Salary: 300, Review: "fair", Boss: "c" },
  { Person: "c", Email: "cat@example.com", Level: 3, Salary: 900, Review: "best", Boss: "a" },
];

export const edit = (...rows: object[]): EngineRequest => ({
  action: "Edit",
  table: "People",
  rows: rows as never,
});

export const add = (...rows: object[]): EngineRequest => ({ ...edit(...rows), action: "Add" });

/** Works on an application of people, some cells of whom are not for everybody. */
export const withStaff = (
  make: MakeStore,
  work: (workshop: Workshop) => Promise<void>,
  definition = DEFINITION,
  people: readonly object[] = PEOPLE,
) =>
  withWorkshop(
    make,
    async (workshop) => {
      if (people.length > 0) await workshop.rows(add(...people));
      await work(workshop);
    },
    undefined,
    definition,
  );
