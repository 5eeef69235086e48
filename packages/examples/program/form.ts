import { compile } from "@tablewright/core/expression";

const columns = { Name: "Text", Email: "Email", From: "Date", To: "Date" } as const;
const rules = [
  { source: "ISNOTBLANK([Name])", message: "Who comes?" },
  { source: 'CONTAINS([Email], "@")', message: "This is no address." },
  { source: "[To] >= [From]", message: "The stay ends before it begins." },
].map(({ source, message }) => ({ condition: compile(source, { columns }), message }));

/** What is wrong, with the fields that each rule reads. */
const check = (form: object) =>
  rules
    .filter(({ condition }) => condition.evaluate({ row: form }) !== true)
    .map(({ condition, message }) => ({ message, fields: condition.references.columns }));

console.log(check({ Name: "Ann", Email: "ann.example.com", From: "2026-03-14", To: "2026-03-12" }));
