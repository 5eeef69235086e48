/** A sum over the lines of an order that a condition picks: by us, by peers that read nested objects, and by hand. */
import { compile } from "@tablewright/core/expression";
import { compareSpeed, expectSame, medianTime } from "../compare-speed.ts";
import type { Figure, Measure } from "../figure.ts";
import { type CelJs, type Jsonata, loadPeer } from "./peers.ts";

export const measureNested: Measure = ({ rows, duration }) => {
  const orders = makeOrders(Math.ceil(rows / LINES));
  const bound = compile(PRODUCTS, orderScope).bind();
  const selected = compile("SUM(SELECT([lines][price], [quantity] > 4))", orderScope).bind();
  expectSame({
    "by hand": orders.map(sumOfProducts),
    "SUM of MAP": orders.map((order) => numberOf(bound(order))),
  });
  expectSame({
    "by hand": orders.map(sumOfPrices),
    "SUM of SELECT": orders.map((order) => numberOf(selected(order))),
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

/** The sum of products by engines that read nested objects. CEL has no sum, so a function for it is added. */
export const measureNestedPeers: Measure = async ({ duration }) => {
  const orders = makeOrders(200);
  const { default: jsonata } = await loadPeer<Jsonata>("jsonata");
  const inJsonata = jsonata("$sum(lines[quantity > 4].(price * quantity))");
  const { Environment } = await loadPeer<CelJs>("@marcbachmann/cel-js");
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  const inCel = new Environment()
    .registerVariable("lines", "list")
    .registerFunction("sum(list): double", sum)
    .parse("sum(lines.filter(line, line.quantity > 4.0).map(line, line.price * line.quantity))");
  const contestants: readonly (readonly [name: string, sumOf: (order: Order) => unknown])[] = [
    ["Tablewright bind", compile(PRODUCTS, orderScope).bind()],
    ["jsonata", (order) => inJsonata.evaluate(order)],
    ["@marcbachmann/cel-js", inCel],
  ];
  const { byHand } = compareSpeed({ byHand: () => orders.map(sumOfProducts) }, duration);
  const figures: Figure[] = [];
  for (const [name, sumOf] of contestants) {
    const sums = await Promise.all(orders.map(sumOf));
    expectSame({ "by hand": orders.map(sumOfProducts), [name]: sums.map(numberOf) });
    const time = await medianTime(async () => {
      for (const order of orders) {
        const result = sumOf(order);
        if (result instanceof Promise) await result;
      }
    }, duration);
    figures.push({ name: `nested peer: ${name}`, ratio: time / byHand, milliseconds: [time, byHand] });
  }
  return figures;
};

const PRODUCTS = "SUM(MAP(FILTER([lines], [quantity] > 4), [price] * [quantity]))";

function numberOf(sum: unknown): number {
  return Number(sum ?? 0);
}

function total(orders: readonly Order[], evaluate: (order: Order) => unknown): number {
  let sum = 0;
  for (const order of orders) sum += Number(evaluate(order));
  return sum;
}

const LINES = 20;

interface Order {
  readonly lines: readonly { readonly sku: string; readonly price: number; readonly quantity: number }[];
}

const orderScope = {
  types: { Line: { sku: "Text", price: "Price", quantity: "Number" } },
  columns: { lines: "List of Line" },
};

function makeOrders(count: number): readonly Order[] {
  return Array.from({ length: count }, (_, order) => ({
    lines: Array.from({ length: LINES }, (_, line) => {
      const seed = (order * 31 + line * 17) % 97;
      return { sku: `s${seed}`, price: seed / 4, quantity: seed % 9 };
    }),
  }));
}

function sumOfProducts({ lines }: Order): number {
  let sum = 0;
  for (const { price, quantity } of lines) if (quantity > 4) sum += price * quantity;
  return sum;
}

function sumOfPrices({ lines }: Order): number {
  let sum = 0;
  for (const { price, quantity } of lines) if (quantity > 4) sum += price;
  return sum;
}
