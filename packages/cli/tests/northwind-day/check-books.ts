import type { Engine, ResultRow } from "@tablewright/core";
import { readOutbox, readRuns } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { expect } from "vitest";
import type { Books, Run } from "./books.ts";
import type { Person } from "./person.ts";
import {
  writeInvoice,
  writeLine,
  writeMove,
  writeOpenOrder,
  writeOrder,
  writeProduct,
  writeReservation,
} from "./write-rows.ts";

/** Every row, event and run there is must be as the books have it, and no user sees what is not theirs. */
export async function checkBooks(
  engine: Engine,
  store: Store,
  books: Books,
  people: readonly Person[],
): Promise<void> {
  await checkRows(engine, books);
  for (const person of people) await checkView(engine, books, person);
  await checkJournals(engine, store, books);
}

async function checkRows(engine: Engine, books: Books): Promise<void> {
  const all = (table: string) => find(engine, table);
  expect(await all("Orders")).toEqual(books.orders.map((order) => writeOrder(books, order)));
  expect(await all("Order Details")).toEqual(books.lines.map((line) => writeLine(books, line)));
  expect(await all("Reservations")).toEqual(books.reservations.map((one) => writeReservation(books, one)));
  expect(await all("Invoices")).toEqual(books.invoices.map((one) => writeInvoice(books, one)));
  const moves = await all("Stock Moves");
  expect(new Set(moves.map((move) => move["Move ID"])).size).toBe(books.moves.length);
  expect(moves.map(({ "Move ID": _, ...move }) => move)).toEqual(
    books.moves.map((one) => writeMove(books, one)),
  );
  const products = books.products.map((product) => ({
    ...writeProduct(books, product),
    "Related Stock Moves": moves
      .filter((move) => move["Product ID"] === product.id)
      .map((move) => move["Move ID"]),
  }));
  expect(await all("Products")).toEqual(products);
}

async function checkView(engine: Engine, books: Books, { email, employee }: Person): Promise<void> {
  const seesAll = employee === undefined;
  const own = books.orders.filter((order) => seesAll || order.employee === employee);
  const ids = new Set(own.map(({ id }) => id));
  const open = own.filter(({ shippedDate }) => shippedDate === "");
  const seen = (table: string) => find(engine, table, email);
  expect(await seen("Orders")).toEqual(own.map((order) => writeOrder(books, order)));
  expect(await seen("Open Orders")).toEqual(open.map((order) => writeOpenOrder(books, order)));
  const lines = books.lines.filter(({ order }) => ids.has(order));
  expect(await seen("Order Details")).toEqual(lines.map((line) => writeLine(books, line)));
  const invoices = books.invoices.filter(({ order }) => seesAll || ids.has(order));
  expect(await seen("Invoices")).toEqual(invoices.map((one) => writeInvoice(books, one)));
}

const ALL = { limit: 1_000_000 };

async function checkJournals(engine: Engine, store: Store, books: Books): Promise<void> {
  const moves = await find(engine, "Stock Moves");
  const { events, runs } = await store.read(async (transaction) => ({
    events: (await readOutbox(transaction, ALL)).toReversed(),
    runs: (await readRuns(transaction, ALL)).toReversed(),
  }));
  expect(
    events.map(({ rule, createdAt, payload, state, attempts }) => {
      return { rule, at: createdAt, payload: JSON.parse(payload), state, attempts };
    }),
  ).toEqual(books.events.map((event) => ({ ...event, state: "waiting", attempts: 0 })));
  const places = new Map(events.map(({ id }, place) => [id, place]));
  const productOf = new Map(moves.map((move) => [move["Move ID"], move["Product ID"]]));
  expect(
    runs.map(({ rule, table, key, change, depth, at, outcome, events: sent }) => {
      const shown = table === "Stock Moves" ? `move of ${productOf.get(key)}` : key;
      const [event] = sent.map((id) => places.get(id));
      const run: Run = { rule, table, key: shown, change, depth, at, event };
      return { ...run, outcome, events: sent.length };
    }),
  ).toEqual(books.runs.map((run) => ({ ...run, outcome: "Done", events: run.event === undefined ? 0 : 1 })));
}

async function find(engine: Engine, table: string, email?: string): Promise<readonly ResultRow[]> {
  const properties = email === undefined ? {} : { RunAsUserEmail: email };
  const result = await engine.execute({ action: "Find", table, properties });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
  return result.rows;
}
