import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const engine = sourceFiles.filter(({ path }) => path.startsWith("packages/core/src/engine/"));

test("the engine reads rows through security filters", () => {
  const opening = engine.filter(({ text }) => /\bstore\.(read|write)\(/u.test(text)).map(({ path }) => path);
  expect(
    opening.map((path) => path.slice(path.lastIndexOf("/") + 1)).sort(),
    "Open transactions with inTransaction, or pass them through VisibleRows as readVisible does, and nowhere else: " +
      "what reads past that door shows rows that a security filter hides. Loading and unloading are the operator's own doing.",
  ).toEqual([
    "backtest.ts", // the past is an operator's, as are past-copy, replay and rows-read
    "call-recorder.ts", // hands on transactions, and notes what they write
    "changes-after.ts",
    "compare-rows.ts", // what another definition makes of all rows, an operator's too
    "create-engine.ts", // of a store without a definition one, and no rows
    "definitions-table.ts", // definitions, and no rows
    "execute-batch.ts", // hands its snapshot to findRecords, which reads through VisibleRows
    "history-of-row.ts",
    "in-transaction.ts",
    "journals.ts",
    "kept-answer.ts", // kept answers, and no rows
    "live-follower.ts", // hands its snapshot to LiveGroup, which finds through VisibleRows
    "load-sources.ts",
    "past-copy.ts",
    "read-entries.ts", // where the journal begins and ends, and no rows
    "read-plan.ts",
    "replay.ts",
    "rows-read.ts",
    "run-schedules.ts", // when schedules ran last, and past inTransaction only that one has failed; no rows
    "serving-definition.ts", // refuses transactions of an outdated definition, and reads nothing
    "trim-history.ts", // entries, events and runs, and no rows
    "unload-tables.ts",
    "visible-rows.ts",
  ]);
});

test("the journals of the engine read no rows", () => {
  const journals = engine.find(({ path }) => path.endsWith("/journals.ts"));
  expect(journals?.text).toBeDefined();
  expect(journals?.text, "Find rows through VisibleRows, as readVisible does.").not.toMatch(
    /\.(find|getByKeys|explain)\(/u,
  );
});

test("only rows of the call that have left the filter are read past it", () => {
  const reading = engine.filter(({ text }) => /\.unfiltered\b/u.test(text)).map(({ path }) => path);
  expect(
    reading.map((path) => path.slice(path.lastIndexOf("/") + 1)).sort(),
    "Rows read through `unfiltered` may be hidden from the caller: nothing of them may reach an answer or an error. " +
      "When that is certain, add the file here.",
  ).toEqual([
    "execute-batch.ts", // hands its transaction to findRecords, which reads through VisibleRows
    "load-rows.ts", // rows of the call that have left the filter
    "remove-rows.ts", // that there are rows which refer to a row is all that callers learn
    "save-drafts.ts", // the next number is not one that a hidden row has; it is all that callers learn
    "undo-call.ts", // entries of the journal, of which nothing is shown but of what the caller sees; a row that they do not see undoes nothing, as if there were no call
  ]);
});
