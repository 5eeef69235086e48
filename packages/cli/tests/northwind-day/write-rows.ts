import type { Books, Invoice, Line, Move, Order, Product, Reservation } from "./books.ts";
import { freeUnits, isHistory, keyOfLine, linesOf, lineTotal, orderTotal, toCents } from "./sums.ts";

export type Written = Readonly<Record<string, unknown>>;

export function writeOrder(books: Books, order: Order): Written {
  const { address } = order;
  return {
    _RowNumber: books.orders.indexOf(order) + 1,
    "Order ID": order.id,
    "Customer ID": order.customer,
    "Employee ID": order.employee,
    "Order Date": order.orderDate,
    "Required Date": order.requiredDate,
    "Shipped Date": orNull(order.shippedDate),
    "Ship Via": order.shipper,
    Freight: order.freight / 100,
    "Ship Name": orNull(address.name),
    "Ship Address": orNull(address.street),
    "Ship City": orNull(address.city),
    "Ship Region": orNull(address.region),
    "Ship Postal Code": orNull(address.postalCode),
    "Ship Country": orNull(address.country),
    "Ready To Ship": order.ready,
    "Changed At": order.changedAt,
    "Shipped At": orNull(order.shippedAt),
    "Needs Address": order.ready || order.shippedDate !== "",
    "Is History": isHistory(order),
    Total: orderTotal(books, order) / 10_000,
    "Related Order Details": linesOf(books, order).map(keyOfLine),
    "Related Invoices": books.invoices.filter((one) => one.order === order.id).map((one) => one.order),
  };
}

/** An order as the slice of open orders shows it. */
export function writeOpenOrder(books: Books, order: Order): Written {
  const row = writeOrder(books, order);
  const shown = [
    "Order ID",
    "Customer ID",
    "Employee ID",
    "Required Date",
    "Freight",
    "Ready To Ship",
    "Total",
  ];
  return Object.fromEntries(["_RowNumber", ...shown].map((column) => [column, row[column]]));
}

export function writeLine(books: Books, line: Line): Written {
  const reservations = books.reservations.filter((one) => keyOfLine(one) === keyOfLine(line));
  return {
    _RowNumber: books.lines.indexOf(line) + 1,
    "Order ID": line.order,
    "Product ID": line.product,
    "Unit Price": line.cents / 100,
    Quantity: line.quantity,
    Discount: line.percent / 100,
    "Line Total": lineTotal(line) / 10_000,
    "Related Reservations": reservations.map(keyOfLine),
    _ComputedKey: keyOfLine(line),
  };
}

/** Without the Refs to its stock moves, whose identifiers cannot be predicted. */
export function writeProduct(books: Books, product: Product): Written {
  const { row, id } = product;
  const own = ({ product: one }: { product: number }) => one === id;
  return {
    _RowNumber: books.products.indexOf(product) + 1,
    "Product ID": id,
    "Product Name": row["Product Name"],
    "Supplier ID": Number(row["Supplier ID"]),
    "Category ID": Number(row["Category ID"]),
    "Quantity Per Unit": row["Quantity Per Unit"],
    "Unit Price": product.cents / 100,
    "Units In Stock": product.stock,
    "Units On Order": product.onOrder,
    "Reorder Level": product.level,
    Discontinued: product.discontinued,
    "Units Moved": product.moved,
    "Units Free": freeUnits(books, product),
    "Related Order Details": books.lines.filter(own).map(keyOfLine),
    "Related Reservations": books.reservations.filter(own).map(keyOfLine),
  };
}

export function writeReservation(books: Books, reservation: Reservation): Written {
  return {
    _RowNumber: books.reservations.indexOf(reservation) + 1,
    "Order Line": keyOfLine(reservation),
    "Product ID": reservation.product,
    Units: reservation.units,
  };
}

/** Without its identifier. */
export function writeMove(books: Books, move: Move): Written {
  return {
    _RowNumber: books.moves.indexOf(move) + 1,
    "Product ID": move.product,
    Units: move.units,
    Reason: move.reason,
    "Moved On": move.on,
  };
}

export function writeInvoice(books: Books, invoice: Invoice): Written {
  const { goods, freight } = invoice;
  return {
    _RowNumber: books.invoices.indexOf(invoice) + 1,
    "Order ID": invoice.order,
    "Invoiced On": invoice.on,
    Goods: goods / 10_000,
    Freight: freight / 100,
    Note: orNull(invoice.note),
    Due: toCents(goods + freight * 100) / 100,
  };
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}
