import { compile } from "@tablewright/core/expression";

const columns = { Name: "Text", Price: "Price", Status: "Text", Due: "Date" } as const;
const rows = [
  { Name: "tea", Price: 2.5, Status: "open", Due: "2026-03-01" },
  { Name: "rum", Price: 30, Status: "OPEN", Due: "2026-03-20" },
  { Name: "jam", Price: 4, Status: "done", Due: "2026-03-02" },
];
const isLate = compile('AND([Status] = "open", [Due] < TODAY())', { columns });
const label = compile('[Name] & ": " & TEXT([Price], "#,##0.00")', { columns });

console.log(isLate.filter(rows, { now: "2026-03-14T15:09:26" }).map(({ Name }) => Name));
console.log(label.map(rows));
