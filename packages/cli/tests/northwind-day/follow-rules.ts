import type { Books, Line, Move, Order, Product, Run } from "./books.ts";
import type { Moment } from "./moment.ts";
import { isHistory, keyOfLine, linesOf, movedUnits, orderTotal } from "./sums.ts";

/** A row that a call or a rule has changed, as it was and as it is, and the row of the call that led there. */
export type Change =
  | Changed<"Orders", Order>
  | Changed<"Order Details", Line>
  | Changed<"Products", Product>
  | Changed<"Stock Moves", Move>;

interface Changed<Table, Row> {
  readonly table: Table;
  readonly position: number;
  readonly before?: Row;
  readonly after?: Row;
}

/** Rows of a call for which a rule was refused. */
export class Refused extends Error {
  readonly positions: readonly number[];

  constructor(positions: readonly number[]) {
    super("refused");
    this.positions = positions;
  }
}

interface Rule {
  readonly name: string;
  meets(change: Change): boolean;
  /** Does the steps for all changes that met the rule; answers what they changed in turn and what they send. */
  run(books: Books, met: readonly Change[], moment: Moment): Ran;
}

interface Ran {
  readonly changes?: readonly Change[];
  readonly sends?: readonly object[];
}

/** What follows from changes: rule by rule as in the definition, then what those changed, and so on. */
export function followRules(books: Books, changes: readonly Change[], moment: Moment): void {
  const waves = [{ chain: [] as readonly Rule[], changes }];
  for (let wave = waves.shift(); wave !== undefined; wave = waves.shift()) {
    for (const rule of rules) {
      const met = wave.chain.includes(rule) ? [] : wave.changes.filter((change) => rule.meets(change));
      if (met.length === 0) continue;
      const { changes: led = [], sends } = rule.run(books, met, moment);
      for (const [index, change] of met.entries()) {
        note(books, rule, change, wave.chain.length, sends?.[index], moment);
      }
      if (led.length > 0) waves.push({ chain: [...wave.chain, rule], changes: led });
    }
  }
}

function note(
  books: Books,
  { name }: Rule,
  change: Change,
  depth: number,
  send: object | undefined,
  { at }: Moment,
): void {
  const about = { rule: name, table: change.table, key: keyOf(change), change: kindOf(change) };
  if (send !== undefined) {
    const app = "3f0c8a52-6d0e-4a53-9d55-0f4f8f3f1a10";
    books.events.push({ rule: name, at, payload: { app, ...about, ...send } });
  }
  books.runs.push({ ...about, depth, at, event: send === undefined ? undefined : books.events.length - 1 });
}

const rules: readonly Rule[] = [
  {
    name: "Reserve goods",
    meets: (change) => change.table === "Order Details" && change.before === undefined,
    run(books, met) {
      const added = met.map((change) => change.after as Line);
      const days = added.filter(({ order }) =>
        books.orders.some((one) => one.id === order && !isHistory(one)),
      );
      if (days.length < added.length) throw new Error("The day adds no lines to orders of old.");
      books.reservations.push(
        ...added.map(({ order, product, quantity }) => ({ order, product, units: quantity })),
      );
      return {};
    },
  },
  {
    name: "Reserve other quantity",
    meets: ({ table, before, after }) =>
      table === "Order Details" &&
      before !== undefined &&
      after !== undefined &&
      (before as Line).quantity !== (after as Line).quantity,
    run(books, met) {
      for (const { after } of met) {
        const { order, product, quantity } = after as Line;
        for (const one of books.reservations) {
          if (one.order === order && one.product === product) one.units = quantity;
        }
      }
      return {};
    },
  },
  {
    name: "Release goods",
    meets: ({ table, before, after }) =>
      table === "Order Details" && before !== undefined && after === undefined,
    run(books, met) {
      const gone = new Set(met.map(({ before }) => keyOfLine(before as Line)));
      books.reservations = books.reservations.filter((one) => !gone.has(keyOfLine(one)));
      return {};
    },
  },
  {
    name: "Send goods off",
    meets: ({ table, before, after }) =>
      table === "Orders" &&
      before !== undefined &&
      after !== undefined &&
      (before as Order).shippedDate === "" &&
      (after as Order).shippedDate !== "" &&
      !isHistory(after as Order),
    run(books, met, { today, email }) {
      const led: Change[] = [];
      for (const { after, position } of met) {
        for (const { order, product, quantity } of linesOf(books, after as Order)) {
          const move: Move = { product, units: -quantity, reason: "Shipment", on: today };
          books.moves.push(move);
          led.push({ table: "Stock Moves", position, after: move });
          books.reservations = books.reservations.filter(
            (one) => one.order !== order || one.product !== product,
          );
        }
      }
      const sends = met.map(({ after }) => {
        const order = after as Order;
        const body = `{"order": ${order.id}, "to": ${JSON.stringify(`${order.address.name}, ${order.address.city}`)}, "lines": ${
          linesOf(books, order).length
        }, "goods": ${orderTotal(books, order) / 10_000}, "by": "${email}"}`;
        return {
          url: `https://carrier.example.com/pickups/${order.shipper}`,
          method: "POST",
          headers: { "X-Order": String(order.id) },
          body,
          secret: "env:NORTHWIND_CARRIER_SECRET",
        };
      });
      return { changes: led, sends };
    },
  },
  {
    name: "Tell of cancelled order",
    meets: ({ table, before, after }) =>
      table === "Orders" &&
      after === undefined &&
      (before as Order).ready &&
      (before as Order).shippedDate === "",
    run: (_, met) => ({
      sends: met.map(({ before }) => ({
        url: `https://warehouse.example.com/orders/${(before as Order).id}`,
        method: "DELETE",
        headers: {},
      })),
    }),
  },
  {
    name: "Count stock",
    meets: ({ table }) => table === "Stock Moves",
    run(books, met) {
      const led: Change[] = [];
      const short: number[] = [];
      for (const { after, position } of met) {
        const product = books.products.find(({ id }) => id === (after as Move).product) as Product;
        const before = { ...product };
        product.moved = movedUnits(books, product);
        product.stock += product.moved - before.moved;
        if (product.stock < 0 && before.stock >= 0) short.push(position);
        if (product.moved !== before.moved)
          led.push({ table: "Products", position, before, after: { ...product } });
      }
      if (short.length > 0) throw new Refused(short);
      return { changes: led };
    },
  },
  {
    name: "Reorder",
    meets({ table, before, after }) {
      if (table !== "Products") return false;
      const { stock, onOrder, level, discontinued } = after as Product;
      return !discontinued && stock < (before as Product).stock && stock + onOrder < level;
    },
    run(books, met) {
      const sends = met.map(({ after }) => {
        const { id, row, stock, level } = after as Product;
        const product = books.products.find((one) => one.id === id) as Product;
        product.onOrder += 2 * level;
        return {
          url: `https://suppliers.example.com/${row["Supplier ID"]}/orders`,
          method: "POST",
          headers: {},
          body: `{"product": ${id}, "name": ${JSON.stringify(row["Product Name"])}, "left": ${stock}, "units": ${2 * level}}`,
        };
      });
      return { sends };
    },
  },
];

function kindOf({ before, after }: Change): Run["change"] {
  if (after === undefined) return "delete";
  return before === undefined ? "add" : "edit";
}

/** A move is named by its product, because the identifier it was given is unknown. */
function keyOf({ table, before, after }: Change): string {
  const row = after ?? before;
  if (table === "Order Details") return keyOfLine(row as Line);
  return table === "Stock Moves" ? `move of ${(row as Move).product}` : String((row as Order | Product).id);
}
