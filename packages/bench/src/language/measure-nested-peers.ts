import { compile } from "@tablewright/core/expression";
import { compareSpeed, expectSame } from "../compare-speed.ts";
import { type Figure, type Measure, medianOf } from "../figure.ts";
import { makeOrders, type Order, orderScope, sumOfProducts } from "./orders.ts";
import { loadPeer } from "./peers/peer.ts";

type Jsonata = (source: string) => { evaluate(input: object): Promise<unknown> };

interface Environment {
  registerVariable(name: string, type: string): Environment;
  registerFunction(signature: string, run: (values: readonly number[]) => number): Environment;
  parse(source: string): (context: object) => unknown;
}

/** The sum of products over the lines of an order that a condition picks, by engines that read nested objects. CEL has no sum and is lent one. */
export const measure: Measure = async ({ duration }) => {
  const orders = makeOrders(200);
  const { default: jsonata } = await loadPeer<{ default: Jsonata }>("jsonata");
  const inJsonata = jsonata("$sum(lines[quantity > 4].(price * quantity))");
  const { Environment: CelEnvironment } = await loadPeer<{ Environment: new () => Environment }>(
    "@marcbachmann/cel-js",
  );
  const inCel = new CelEnvironment()
    .registerVariable("lines", "list")
    .registerFunction("sum(list): double", (values) => values.reduce((sum, one) => sum + one, 0))
    .parse("sum(lines.filter(line, line.quantity > 4.0).map(line, line.price * line.quantity))");
  const bound = compile("SUM(MAP(FILTER([lines], [quantity] > 4), [price] * [quantity]))", orderScope).bind();
  const contestants: readonly (readonly [name: string, sum: (order: Order) => unknown])[] = [
    ["Tablewright bind", bound],
    ["jsonata", (order) => inJsonata.evaluate(order)],
    ["@marcbachmann/cel-js", inCel],
  ];
  const { byHand } = compareSpeed({ byHand: () => orders.map(sumOfProducts) }, duration);
  const figures: Figure[] = [];
  for (const [name, sum] of contestants) {
    const sums = await Promise.all(orders.map(sum));
    expectSame({ "by hand": orders.map(sumOfProducts), [name]: sums.map((one) => Number(one ?? 0)) });
    const time = await timeOf(orders, sum, duration);
    figures.push({ name: `nested peer: ${name}`, ratio: time / byHand, milliseconds: [time, byHand] });
  }
  return figures;
};

async function timeOf(
  orders: readonly Order[],
  sum: (order: Order) => unknown,
  duration: number,
): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + 2 * duration;
  do {
    const start = performance.now();
    for (const order of orders) {
      const result = sum(order);
      if (result instanceof Promise) await result;
    }
    times.push(performance.now() - start);
  } while (performance.now() < end || times.length < 3);
  return medianOf(times.slice(times.length >> 1));
}
