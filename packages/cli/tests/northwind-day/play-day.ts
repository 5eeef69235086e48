import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  createEngine,
  type Engine,
  type EngineRequest,
  loadDefinition,
  type Result,
} from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { expect } from "vitest";
import { type Books, openBooks } from "./books.ts";
import { checkBooks } from "./check-books.ts";
import type { Answer, Day, PlannedCall } from "./day.ts";
import { addLines, deleteLines, editLines, giveDiscount } from "./line-calls.ts";
import { momentOf } from "./moment.ts";
import { addOrders, deleteOrders, editOrders, markReady, shipOrders } from "./order-calls.ts";
import type { Person } from "./person.ts";
import { Seeded } from "./seeded.ts";
import type { StartingRows } from "./starting-rows.ts";
import { countShelves, raisePrices, takeDelivery } from "./stock-calls.ts";

const definition = resolve(import.meta.dirname, "../../../examples/northwind/app.yaml");

/** Eight in the morning of 2026-03-16 in Los Angeles. */
const MORNING = Date.UTC(2026, 2, 16, 15);

const OWNER: Person = { email: "owner@example.com", employee: undefined };

/** Andrew Fuller. */
const ADMIN = 2;

/** Each as often as it comes up in a day. */
const KINDS: readonly ((day: Day) => PlannedCall)[] = [
  ...[addOrders, addOrders, addOrders, editOrders, editOrders, markReady, markReady, markReady],
  ...[shipOrders, shipOrders, shipOrders, deleteOrders, deleteOrders],
  ...[
    addLines,
    addLines,
    addLines,
    addLines,
    addLines,
    editLines,
    editLines,
    deleteLines,
    giveDiscount,
    giveDiscount,
  ],
  ...[raisePrices, raisePrices, takeDelivery, countShelves, countShelves],
];

/** The books as they are in the evening, the kinds of call carried out, passed over for a row, and refused, and why. */
export interface Evening {
  readonly books: Books;
  readonly done: ReadonlySet<string>;
  readonly passedOver: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  readonly errors: ReadonlySet<string>;
}

/**
 * Plays calls of several people against an engine over the store, and keeps the books beside it with whole numbers.
 * Every answer must be what the books say, and every hundred calls all there is in the store.
 */
export async function playDay(
  store: Store,
  rows: StartingRows,
  seed: number,
  calls: number,
): Promise<Evening> {
  let at = MORNING;
  let ids = 0;
  const chance = new Seeded(seed + 1);
  const services = { now: () => at, random: () => chance.next(), newId: () => `id-${++ids}` };
  const engine = await createEngine({ definition: application(), store, services });
  try {
    const people = await moveIn(engine, rows);
    const random = new Seeded(seed);
    const books = openBooks(rows, momentOf(at, OWNER).now);
    const customers = (rows.get("Customers") ?? []).map((row) => row["Customer ID"] ?? "");
    const employees = (rows.get("Employees") ?? []).map((row) => Number(row["Employee ID"]));
    let order = 20_000;
    const done = new Set<string>();
    const passedOver = new Set<string>();
    const refused = new Set<string>();
    const errors = new Set<string>();
    for (let call = 1; call <= calls; call += 1) {
      at += random.between(20, 200) * 1_000 + random.between(0, 999);
      const moment = momentOf(at, random.pick(people));
      const day = { books, random, moment, customers, employees, newOrder: () => ++order };
      const kind = random.pick(KINDS);
      const isTried = random.next() < 0.2;
      const { request, answer } = kind(day);
      if (request.rows?.length === 0) continue;
      await checkCall(engine, asCaller(request, moment), answer, isTried);
      if ("refused" in answer) {
        refused.add(kind.name);
        for (const error of answer.refused) errors.add(error.split(" ").at(-1) ?? "");
      } else {
        done.add(kind.name);
        if (answer.passedOver.length > 0) passedOver.add(kind.name);
      }
      if (call % 100 === 0 || call === calls) await checkBooks(engine, store, books, people);
    }
    return { books, done, passedOver, refused, errors };
  } finally {
    await engine.close();
  }
}

function application() {
  const { output, diagnostics } = loadDefinition(readFileSync(definition, "utf8"));
  if (output === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  return output;
}

/** Adds the starting rows; answers the owner and the employees, one of whom is an Admin. */
async function moveIn(engine: Engine, rows: StartingRows): Promise<readonly Person[]> {
  for (const table of engine.app.tables.keys()) {
    const added = rows.get(table);
    if (added !== undefined) accepted(await engine.execute({ action: "Add", table, rows: added }));
  }
  const employees = accepted(await engine.execute({ action: "Find", table: "Employees" })).map((row) => ({
    email: String(row.Email),
    employee: row["Employee ID"] === ADMIN ? undefined : Number(row["Employee ID"]),
  }));
  return [OWNER, ...employees];
}

/** A trial call answers what the call itself does, and leaves nothing behind. */
async function checkCall(engine: Engine, request: EngineRequest, answer: Answer, isTried: boolean) {
  const trial = { ...request, properties: { ...request.properties, DryRun: true } };
  for (const one of isTried ? [trial, request] : [request]) {
    expect(answerOf(await engine.execute(one)), JSON.stringify(one)).toEqual(inOrder(answer));
  }
}

function answerOf(result: Result): Answer {
  if (!result.ok) {
    const errors = result.diagnostics.map(({ row, column, code }) => [row, column, code]);
    return inOrder({
      refused: errors.map((parts) => parts.filter((part) => part !== undefined).join(" ")),
    });
  }
  expect(result.warnings.filter(({ code }) => code !== "action/passed-over")).toEqual([]);
  const rows = result.rows.map(({ "Related Stock Moves": _, ...row }) => row);
  return { rows, passedOver: result.warnings.map(({ key }) => key ?? "") };
}

function inOrder(answer: Answer): Answer {
  return "refused" in answer ? { refused: answer.refused.toSorted() } : answer;
}

function asCaller(request: EngineRequest, { email }: Person): EngineRequest {
  return { ...request, properties: { ...request.properties, RunAsUserEmail: email } };
}

function accepted(result: Result) {
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics.slice(0, 5), null, 2));
  return result.rows;
}
