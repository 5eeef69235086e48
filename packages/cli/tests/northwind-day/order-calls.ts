import { addressCells, addresses, missingCells } from "./addresses.ts";
import { NO_ADDRESS, type Order } from "./books.ts";
import { attempt, type Day, done, type PlannedCall, refused } from "./day.ts";
import { followRules, Refused } from "./follow-rules.ts";
import type { Moment } from "./moment.ts";
import { isHistory, orderTotal } from "./sums.ts";
import { writeOpenOrder, writeOrder } from "./write-rows.ts";

/** A few new orders at once; sometimes one of them is not to be had. */
export function addOrders(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const orders = Array.from({ length: random.between(1, 3) }, () => newOrder(day));
  const rows = orders.map((order) => ({
    "Order ID": order.id,
    "Customer ID": order.customer,
    "Employee ID": order.employee,
    "Required Date": order.requiredDate,
    Freight: `$${(order.freight / 100).toFixed(2)}`,
    ...addressCells(order.address),
  }));
  const request = { action: "Add", table: "Orders", rows };
  const at = random.between(1, rows.length);
  const [cells, error] = random.pick(errorsOf(day));
  if (random.next() < 0.35 && error !== "") {
    const spoilt = rows.map((row, index) => (index === at - 1 ? { ...row, ...cells } : row));
    return { request: { ...request, rows: spoilt }, answer: refused([`${at} ${error}`]) };
  }
  books.orders.push(...orders);
  followRules(
    books,
    orders.map((after, index) => ({ table: "Orders", position: index + 1, after })),
    moment,
  );
  return { request, answer: done(orders.map((order) => writeOrder(books, order))) };
}

function newOrder({ random, moment, customers, employees, newOrder: number }: Day): Order {
  return {
    id: number(),
    customer: random.pick(customers),
    employee: moment.employee ?? random.pick(employees),
    orderDate: moment.today,
    requiredDate: `2026-04-${random.between(10, 30)}`,
    shippedDate: "",
    shipper: null,
    freight: random.between(0, 9_999),
    address: { ...(random.next() < 0.7 ? random.pick(addresses) : NO_ADDRESS) },
    ready: false,
    changedAt: moment.now,
    shippedAt: "",
  };
}

function errorsOf({ books, random, moment, employees }: Day): readonly (readonly [object, string])[] {
  const there = books.orders.length === 0 ? undefined : random.pick(books.orders).id;
  const other = employees.find((one) => one !== moment.employee);
  return [
    [{ "Order ID": there }, there === undefined ? "" : "key/duplicate"],
    [{ "Employee ID": other }, moment.employee === undefined ? "" : "rule/with-check"],
    [{ "Customer ID": "NOONE" }, "Customer ID cell/no-such-row"],
    [{ "Required Date": "1999-12-31" }, "Required Date rule/valid-if"],
    [{ "Ship Region": "Atlantis" }, "Ship Region cell/not-in-list"],
  ];
}

/** New freights and addresses, directly or through the slice of open orders, for orders of one's own or of others. */
export function editOrders(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const orders = random.some(ordersOfDay(day), random.between(1, 3));
  const inSlice = random.next() < 0.25 && orders.every(({ shippedDate }) => shippedDate === "");
  const patches = orders.map((): Partial<Order> => {
    const freight = random.between(0, 9_999);
    if (inSlice || random.next() < 0.3) return { freight };
    if (random.next() < 0.2) return { address: { ...random.pick(addresses), city: "" } };
    return { freight, address: { ...random.pick(addresses) } };
  });
  const rows = orders.map(({ id }, index) => {
    const { freight, address } = patches[index] ?? {};
    return {
      "Order ID": String(id),
      ...(freight === undefined ? {} : { Freight: freight / 100 }),
      ...(address === undefined ? {} : addressCells(address)),
    };
  });
  const request = { action: "Edit", table: inSlice ? "Open Orders" : "Orders", rows };
  const hidden = hiddenPositions(orders, moment);
  const errors = orders.flatMap(({ ready, shippedDate }, index) => {
    const { address } = patches[index] ?? {};
    if (hidden.includes(index + 1)) return [`${index + 1} row/not-found`];
    if (address === undefined || (!ready && shippedDate === "")) return [];
    return missingCells(address).map((column) => `${index + 1} ${column} rule/required`);
  });
  if (errors.length > 0) return { request, answer: refused(errors) };
  for (const [index, order] of orders.entries()) changeOrder(order, patches[index] ?? {}, moment);
  const write = inSlice ? writeOpenOrder : writeOrder;
  return { request, answer: done(orders.map((order) => write(books, order))) };
}

/** Orders are marked for shipping, with a shipper and a freight as inputs or without. */
export function markReady(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const orders = random.some(ordersOfDay(day), random.between(1, 3));
  const shipper = random.next() < 0.85 ? random.between(1, 3) : undefined;
  const freight = random.next() < 0.5 ? random.between(0, 9_999) : undefined;
  const Inputs = {
    ...(shipper === undefined ? {} : { Shipper: shipper }),
    ...(freight === undefined ? {} : { Freight: freight / 100 }),
  };
  const request = { action: "Mark Ready", table: "Orders", rows: rowsOf(orders), properties: { Inputs } };
  const hidden = hiddenPositions(orders, moment);
  if (hidden.length > 0) return { request, answer: refused(hidden.map((at) => `${at} row/not-found`)) };
  const [passed, acting] = apart(orders, ({ shippedDate }) => shippedDate !== "");
  const errors = acting.flatMap((order) =>
    missingCells(order.address).map((column) => `${orders.indexOf(order) + 1} ${column} rule/required`),
  );
  if (errors.length > 0) return { request, answer: refused(errors) };
  for (const order of acting)
    changeOrder(
      order,
      { ready: true, shipper: shipper ?? order.shipper, freight: freight ?? order.freight },
      moment,
    );
  return {
    request,
    answer: done(
      orders.map((order) => writeOrder(books, order)),
      passed.map(({ id }) => String(id)),
    ),
  };
}

/** Orders leave the house, with an invoice or without. */
export function shipOrders(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const withInvoice = random.next() < 0.7;
  const ready = ordersOfDay(day).filter((order) => order.ready && order.shippedDate === "");
  const orders = random.some(random.next() < 0.75 ? ready : ordersOfDay(day), random.between(1, 4));
  const note = random.next() < 0.5 ? `Thank you, "${moment.now}"` : "";
  const request = {
    action: withInvoice ? "Close Out" : "Mark Shipped",
    table: "Orders",
    rows: rowsOf(orders),
    properties: note === "" ? {} : { Inputs: { Note: note } },
  };
  const hidden = hiddenPositions(orders, moment);
  if (hidden.length > 0) return { request, answer: refused(hidden.map((at) => `${at} row/not-found`)) };
  const [passed, acting] = apart(orders, (order) => !order.ready || order.shippedDate !== "");
  const ids = orders.map(({ id }) => id);
  const errors = attempt(books, () => {
    const unsent = acting.filter(({ shipper }) => shipper === null);
    if (unsent.length > 0) return unsent.map(({ id }) => `${ids.indexOf(id) + 1} Ship Via rule/required`);
    const changes = acting.map((order) => {
      const before = { ...order };
      changeOrder(order, { shippedDate: moment.today }, moment);
      return { table: "Orders" as const, position: ids.indexOf(order.id) + 1, before, after: order };
    });
    if (withInvoice) {
      for (const order of acting) {
        const goods = orderTotal(books, order);
        books.invoices.push({ order: order.id, on: moment.today, goods, freight: order.freight, note });
      }
    }
    try {
      followRules(books, changes, moment);
    } catch (thrown) {
      if (thrown instanceof Refused) return thrown.positions.map((at) => `${at} workflow/refused`);
      throw thrown;
    }
    return [];
  });
  if (errors.length > 0) return { request, answer: refused(errors) };
  return {
    request,
    answer: done(
      orders.map((order) => writeOrder(books, order)),
      passed.map(({ id }) => String(id)),
    ),
  };
}

/** Orders are cancelled with everything that is a part of them. */
export function deleteOrders(day: Day): PlannedCall {
  const { books, random, moment } = day;
  const orders = random.some(ordersOfDay(day), random.between(1, 2));
  const request = { action: "Delete", table: "Orders", rows: rowsOf(orders) };
  const hidden = hiddenPositions(orders, moment);
  if (hidden.length > 0) return { request, answer: refused(hidden.map((at) => `${at} row/not-found`)) };
  const answer = done(orders.map((order) => writeOrder(books, order)));
  const positions = new Map(orders.map(({ id }, index) => [id, index + 1]));
  const changes = books.lines.flatMap((before) => {
    const position = positions.get(before.order);
    return position === undefined ? [] : [{ table: "Order Details" as const, position, before }];
  });
  books.orders = books.orders.filter(({ id }) => !positions.has(id));
  books.lines = books.lines.filter(({ order }) => !positions.has(order));
  followRules(
    books,
    [
      ...changes,
      ...orders.map((before, index) => ({ table: "Orders" as const, position: index + 1, before })),
    ],
    moment,
  );
  return { request, answer };
}

/** Those of the day, mostly one's own. */
export function ordersOfDay({ books, random, moment }: Day): Order[] {
  const { employee } = moment;
  const all = books.orders.filter((order) => !isHistory(order));
  const isForeign = employee === undefined || random.next() < 0.25;
  return isForeign ? all : all.filter((order) => order.employee === employee);
}

/** A change that changes something leaves its time. */
function changeOrder(order: Order, patch: Partial<Order>, { now }: Moment): void {
  const before = JSON.stringify(order);
  const { shippedDate } = order;
  Object.assign(order, patch);
  if (JSON.stringify(order) === before) return;
  order.changedAt = now;
  if (order.shippedDate !== shippedDate) order.shippedAt = now;
}

function hiddenPositions(orders: readonly Order[], { employee }: Moment): number[] {
  if (employee === undefined) return [];
  return orders.flatMap((order, index) => (order.employee === employee ? [] : [index + 1]));
}

function rowsOf(orders: readonly Order[]) {
  return orders.map(({ id }) => ({ "Order ID": id }));
}

function apart<T>(all: readonly T[], is: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}
