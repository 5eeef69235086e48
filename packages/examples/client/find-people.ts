/** The client at work on what `npm start` serves: rows with their types, and an error with its place. */
import { createClient, ProblemError } from "@tablewright/client";
import type { Application } from "./application.ts";

const people = createClient<Application>({
  url: process.env.RECORDS_URL ?? "http://127.0.0.1:8080",
  app: "people",
  key: "V2-people-local-key",
});

const { rows } = await people.find("People", {
  selector: 'FILTER("People", AND([Active], [Day Rate] > [_PARAM].[least]))',
  properties: { Params: { least: 750 } },
});
for (const person of rows) console.log(person.Name, person["Day Rate"]);

try {
  await people.add("People", [{ Name: "Zoë", Share: 1.5 }]);
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  for (const { row, column, message } of error.errors) console.log(row, column, message);
}
