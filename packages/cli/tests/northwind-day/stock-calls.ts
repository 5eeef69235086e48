import type { Product } from "./books.ts";
import { type Day, done, type PlannedCall, refused } from "./day.ts";
import { type Change, followRules } from "./follow-rules.ts";
import { toCents } from "./sums.ts";
import { writeProduct } from "./write-rows.ts";

const NOT_ALLOWED = refused(["access/not-allowed"]);

/** Prices of the list go up or down; those of order lines stay. */
export function raisePrices({ books, random, moment }: Day): PlannedCall {
  const products = random.some(books.products, random.between(1, 4));
  const percent = random.between(-10, 15);
  const request = {
    action: "Raise Price",
    table: "Products",
    rows: rowsOf(products),
    properties: { Inputs: { Percent: percent } },
  };
  if (moment.employee !== undefined) return { request, answer: NOT_ALLOWED };
  const passed = products.filter(({ discontinued }) => discontinued);
  for (const product of products) {
    if (!product.discontinued) product.cents = toCents(product.cents * (100 + percent));
  }
  const rows = products.map((product) => writeProduct(books, product));
  return {
    request,
    answer: done(
      rows,
      passed.map(({ id }) => String(id)),
    ),
  };
}

/** Goods come; a product that is named twice comes twice. */
export function takeDelivery({ books, random, moment }: Day): PlannedCall {
  const some = random.some(books.products, random.between(1, 3));
  const products = random.next() < 0.3 ? [...some, ...some.slice(0, 1)] : some;
  const units = random.next() < 0.2 ? 0 : random.between(1, 60);
  const request = {
    action: "Take Delivery",
    table: "Products",
    rows: rowsOf(products),
    properties: { Inputs: { Units: units } },
  };
  if (moment.employee !== undefined) return { request, answer: NOT_ALLOWED };
  const write = () => products.map((product) => writeProduct(books, product));
  if (units === 0)
    return {
      request,
      answer: done(
        write(),
        products.map(({ id }) => String(id)),
      ),
    };
  const changes = products.map((product, index): Change => {
    product.onOrder = Math.max(0, product.onOrder - units);
    const move = { product: product.id, units, reason: "Delivery", on: moment.today } as const;
    books.moves.push(move);
    return { table: "Stock Moves", position: index + 1, after: move };
  });
  followRules(books, changes, moment);
  return { request, answer: done(write()) };
}

/** What lies on the shelves is counted by hand. */
export function countShelves({ books, random, moment }: Day): PlannedCall {
  const products = random.some(books.products, random.between(1, 3));
  const counted = products.map(({ stock }) => Math.max(0, stock + random.between(-15, 3)));
  const rows = products.map(({ id }, index) => ({ "Product ID": id, "Units In Stock": counted[index] ?? 0 }));
  const request = { action: "Edit", table: "Products", rows };
  if (moment.employee !== undefined) return { request, answer: NOT_ALLOWED };
  const changes = products.map((product, index): Change => {
    const before = { ...product };
    product.stock = counted[index] ?? 0;
    return { table: "Products", position: index + 1, before, after: { ...product } };
  });
  followRules(books, changes, moment);
  return { request, answer: done(products.map((product) => writeProduct(books, product))) };
}

function rowsOf(products: readonly Product[]) {
  return products.map(({ id }) => ({ "Product ID": id }));
}
