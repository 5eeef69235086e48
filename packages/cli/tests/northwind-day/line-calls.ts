import type { Books, Line, Product } from "./books.ts";
import { type Day, done, type PlannedCall, refused } from "./day.ts";
import { type Change, followRules } from "./follow-rules.ts";
import type { Moment } from "./moment.ts";
import { ordersOfDay } from "./order-calls.ts";
import { freeUnits, keyOfLine } from "./sums.ts";
import { writeLine } from "./write-rows.ts";

const DISCOUNTS = [0, 0, 0, 5, 10, 15, 25];

/** The lines of an order, sometimes of two, in one batch; on request those that are there already are edited. */
export function addLines(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const orders = random.some(ordersOfDay(day), random.next() < 0.3 ? 2 : 1);
  const updates = random.next() < 0.3;
  const stocked = books.products.filter((product) => freeUnits(books, product) > 0);
  const products = random.next() < 0.9 ? stocked : books.products;
  const expected = orders.flatMap(({ id }) =>
    random.some(products, random.between(1, 5)).map((product): Line => {
      const free = Math.max(1, freeUnits(books, product));
      const quantity = random.next() < 0.04 ? free + 1 : random.between(1, Math.min(free, 30));
      const percent = random.pick(DISCOUNTS);
      return { order: id, product: product.id, cents: product.cents, quantity, percent };
    }),
  );
  const request = {
    action: "Add",
    table: "Order Details",
    rows: expected.map((line) => ({ ...keyCells(line), ...lineCells(line) })),
    properties: updates ? ({ OnDuplicate: "update" } as const) : {},
  };
  const there = expected.map((line) => lineThere(books, line));
  const checked = expected.flatMap((line, index) => {
    const isSeen = hiddenPositions(books, [line], moment).length === 0;
    const before = updates && isSeen ? there[index] : undefined;
    return lineErrors(books, line, before, moment).map((error) => `${index + 1} ${error}`);
  });
  if (checked.length > 0) return { request, answer: refused(checked) };
  const twice = updates ? [] : there.flatMap((line, index) => (line === undefined ? [] : [index + 1]));
  if (twice.length > 0) return { request, answer: refused(twice.map((at) => `${at} key/duplicate`)) };
  const changes = expected.map((line, index): Change => {
    const known = there[index];
    if (known === undefined) books.lines.push(line);
    const before = known && { ...known };
    const after = known === undefined ? line : Object.assign(known, line);
    return {
      table: "Order Details",
      position: index + 1,
      after,
      ...(before === undefined ? {} : { before }),
    };
  });
  followRules(books, changes, moment);
  return { request, answer: done(expected.map((line) => writeLine(books, lineThere(books, line) ?? line))) };
}

/** Other quantities, prices and discounts. */
export function editLines(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const lines = random.some(linesOfDay(day), random.between(1, 4));
  const expected = lines.map((line): Line => {
    const free = freeUnits(books, productOf(books, line)) + line.quantity;
    const isGreedy = random.next() < 0.04;
    const quantity = isGreedy ? Math.max(1, free + 1) : random.between(1, Math.max(1, Math.min(free, 40)));
    if (random.next() < 0.5) return { ...line, quantity };
    return { ...line, cents: random.between(1, 30_000), percent: random.pick(DISCOUNTS) };
  });
  const rows = expected.map((line) => ({ _ComputedKey: keyOfLine(line), ...lineCells(line) }));
  const request = { action: "Edit", table: "Order Details", rows };
  const hidden = hiddenPositions(books, lines, moment);
  const errors = expected.flatMap((line, index) => {
    const own = hidden.includes(index + 1)
      ? ["row/not-found"]
      : lineErrors(books, line, lines[index], moment);
    return own.map((error) => `${index + 1} ${error}`);
  });
  if (errors.length > 0) return { request, answer: refused(errors) };
  const changes = lines.map((line, index): Change => {
    const before = { ...line };
    return {
      table: "Order Details",
      position: index + 1,
      before,
      after: Object.assign(line, expected[index]),
    };
  });
  followRules(books, changes, moment);
  return { request, answer: done(lines.map((line) => writeLine(books, line))) };
}

/** Lines go, and a rule lets their reservations go. */
export function deleteLines(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const lines = random.some(linesOfDay(day), random.between(1, 2));
  const request = { action: "Delete", table: "Order Details", rows: lines.map(keyCells) };
  const hidden = hiddenPositions(books, lines, moment);
  if (hidden.length > 0) return { request, answer: refused(hidden.map((at) => `${at} row/not-found`)) };
  const answer = done(lines.map((line) => writeLine(books, line)));
  const gone = new Set(lines.map(keyOfLine));
  books.lines = books.lines.filter((line) => !gone.has(keyOfLine(line)));
  followRules(
    books,
    lines.map((before, index) => ({ table: "Order Details", position: index + 1, before })),
    moment,
  );
  return { request, answer };
}

/** A discount for lines whose goods are still in the house; how much is an input with a default. */
export function giveDiscount(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const lines = random.some(linesOfDay(day), random.between(1, 4));
  const percent = random.next() < 0.7 ? random.between(0, 50) : undefined;
  const request = {
    action: "Give Discount",
    table: "Order Details",
    rows: lines.map(keyCells),
    properties: percent === undefined ? {} : { Inputs: { Discount: percent / 100 } },
  };
  const hidden = hiddenPositions(books, lines, moment);
  if (hidden.length > 0) return { request, answer: refused(hidden.map((at) => `${at} row/not-found`)) };
  const isGone = ({ order }: Line) => books.orders.find(({ id }) => id === order)?.shippedDate !== "";
  for (const line of lines) if (!isGone(line)) line.percent = percent ?? 5;
  const rows = lines.map((line) => writeLine(books, line));
  return { request, answer: done(rows, lines.filter(isGone).map(keyOfLine)) };
}

function linesOfDay(day: Day): Line[] {
  const orders = new Set(ordersOfDay(day).map(({ id }) => id));
  return day.books.lines.filter(({ order }) => orders.has(order));
}

/** What the rules of the table hold against a line, in the order of its columns. */
function lineErrors(books: Books, line: Line, before: Line | undefined, { employee }: Moment): string[] {
  const order = books.orders.find(({ id }) => id === line.order);
  const isHidden = employee !== undefined && order?.employee !== employee;
  const errors = isHidden && before === undefined ? ["Order ID cell/no-such-row"] : [];
  if (before?.quantity === line.quantity) return errors;
  const own = books.reservations.find((one) => keyOfLine(one) === keyOfLine(line))?.units ?? 0;
  const isGone = !isHidden && order?.shippedDate !== "";
  const isTooMuch = line.quantity > freeUnits(books, productOf(books, line)) + own;
  return isGone || isTooMuch ? [...errors, "Quantity rule/valid-if"] : errors;
}

function hiddenPositions(books: Books, lines: readonly Line[], { employee }: Moment): number[] {
  if (employee === undefined) return [];
  return lines.flatMap(({ order }, index) => {
    const own = books.orders.find(({ id }) => id === order)?.employee === employee;
    return own ? [] : [index + 1];
  });
}

function lineThere(books: Books, line: Line): Line | undefined {
  return books.lines.find((one) => keyOfLine(one) === keyOfLine(line));
}

function productOf(books: Books, { product }: Line): Product {
  const found = books.products.find(({ id }) => id === product);
  if (found === undefined) throw new Error(`There is no product ${product}.`);
  return found;
}

function keyCells({ order, product }: Line) {
  return { "Order ID": order, "Product ID": product };
}

function lineCells({ cents, quantity, percent }: Line) {
  return { "Unit Price": cents / 100, Quantity: quantity, Discount: `${percent}%` };
}
