/** Keys that differ in case alone, ties and blanks in what is sorted by, a hidden row, a column that fails. */
export const TASKS = (
  [
    ["a", "x", 3],
    ["A", "X", 3],
    ["c", null, 1],
    ["b", "y", 9],
    ["Å", "x", null],
    ["\u{1f6a2}", null, null],
    ["B", "Y", 3],
    ['d"d', "x", 2],
    ["aa", "y", 3],
    ["e", "x", 3],
  ] as const
).map(([Task, Name, Size]) => ({
  Task: Task as string,
  Name: Name as string | null,
  Size: Size as number | null,
  Owner: Task === "e" ? "other@example.com" : null,
}));

export const VISIBLE = TASKS.filter(({ Owner }) => Owner === null);

export const NEW_TASKS = ["0", "AA", "ab", "C", "f", "\u{1f6a3}"].map((Task, at) => ({
  Task,
  Name: "x",
  Size: at % 4,
  Owner: null,
}));

export const STEPS = ["a", "A", "b"].flatMap((Task) =>
  [1, 2, 3].map((Step) => ({ Task, Step, Size: Step === 2 ? (Task === "b" ? 9 : 5) : null })),
);

export const FINDS = [
  ["Tasks", ""],
  ["Steps", ""],
  ["Large Tasks", ""],
  ["Tasks", "Tasks[Task]"],
  ["Tasks", 'FILTER("Tasks", [Size] = 3)'],
  ["Tasks", 'FILTER("Tasks", [Size] + 9007199254740980 > 0)'],
  ["Tasks", 'FILTER("Large Tasks", [Name] = "x")'],
  ["Large Tasks", 'ORDERBY(FILTER("Tasks", TRUE), [Name], TRUE)'],
  ["Tasks", "ORDERBY(Tasks[Task], [Name])"],
  ["Tasks", "ORDERBY(Tasks[Task], [Size], TRUE, [Name])"],
  ["Tasks", 'ORDERBY(FILTER("Tasks", [Size] > 1), COUNT(FILTER("Steps", [Task] = [_THISROW-1].[Task])))'],
  ["Tasks", "ORDERBY(Tasks[Task], ROUND([Size] / 2.0))"],
  ["Steps", 'ORDERBY(FILTER("Steps", TRUE), [Size])'],
  ["Tasks", "TOP(ORDERBY(Tasks[Task], [Size], TRUE), 4)"],
  ["Large Tasks", "TOP(ORDERBY(Tasks[Task], [Size]), 5)"],
  ["Tasks", 'LIST("c", "a", "nobody", "A")'],
  ["Tasks", "SELECT(Steps[Task], [Step] > 1)"],
  ["Tasks", 'FILTER("Tasks", FALSE)'],
] as const;

export const DEFINITION = `
tablewright: 1
app: { id: tasks, name: Tasks, owner: me@example.com, timezone: UTC }
tables:
  Tasks:
    key: [Task]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    columns:
      Task: { type: Text }
      Name: { type: Text }
      Size: { type: Number }
      Owner: { type: Email }
      Huge: { type: Number, virtual: true, formula: "[Size] + 9007199254740990" }
  Steps:
    key: [Task, Step]
    columns: { Task: { type: Text }, Step: { type: Number }, Size: { type: Number } }
slices:
  Large Tasks: { table: Tasks, filter: "[Size] > 1", columns: [Task, Size] }
`;
