import { compile } from "@tablewright/core/expression";
import { compareSpeed, expectSame } from "../compare-speed.ts";
import type { Measure } from "../figure.ts";
import { LINES, makeOrders, type Order, orderScope, sumOfPrices, sumOfProducts } from "./orders.ts";

/** A sum over the lines of an order that a condition picks, and the same by hand. */
export const measure: Measure = ({ rows, duration }) => {
  const orders = makeOrders(Math.ceil(rows / LINES));
  const bound = compile("SUM(MAP(FILTER([lines], [quantity] > 4), [price] * [quantity]))", orderScope).bind();
  const selected = compile("SUM(SELECT([lines][price], [quantity] > 4))", orderScope).bind();
  expectSame({
    "by hand": orders.map(sumOfProducts),
    "SUM of MAP": orders.map((order) => rounded(bound(order))),
  });
  expectSame({
    "by hand": orders.map(sumOfPrices),
    "SUM of SELECT": orders.map((order) => rounded(selected(order))),
  });
  const times = compareSpeed(
    {
      productsByHand: () => total(orders, sumOfProducts),
      products: () => total(orders, bound),
      pricesByHand: () => total(orders, sumOfPrices),
      prices: () => total(orders, selected),
    },
    duration,
  );
  return [
    {
      name: "SUM of MAP over 20 lines",
      ratio: times.products / times.productsByHand,
      milliseconds: [times.products, times.productsByHand],
    },
    {
      name: "SUM of SELECT over 20 lines",
      ratio: times.prices / times.pricesByHand,
      milliseconds: [times.prices, times.pricesByHand],
    },
  ];
};

function rounded(sum: unknown): number {
  return Number(sum ?? 0);
}

function total(orders: readonly Order[], evaluate: (order: Order) => unknown): number {
  let sum = 0;
  for (const order of orders) sum += Number(evaluate(order));
  return sum;
}
