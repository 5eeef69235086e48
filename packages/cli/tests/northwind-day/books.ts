import type { StartingRows, TextRow } from "./starting-rows.ts";

/** What the company owns and owes, kept in whole cents, units and per cent. Amounts of goods are ten-thousandths. */
export interface Books {
  products: Product[];
  orders: Order[];
  lines: Line[];
  reservations: Reservation[];
  moves: Move[];
  invoices: Invoice[];
  runs: Run[];
  events: SentEvent[];
}

export interface Product {
  readonly id: number;
  readonly row: TextRow;
  readonly level: number;
  readonly discontinued: boolean;
  cents: number;
  stock: number;
  onOrder: number;
  moved: number;
}

export interface Address {
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}

export interface Order {
  readonly id: number;
  readonly customer: string;
  readonly employee: number;
  readonly orderDate: string;
  requiredDate: string;
  shippedDate: string;
  shipper: number | null;
  freight: number;
  address: Address;
  ready: boolean;
  changedAt: string;
  shippedAt: string;
}

export interface Line {
  readonly order: number;
  readonly product: number;
  cents: number;
  quantity: number;
  percent: number;
}

export interface Reservation {
  readonly order: number;
  readonly product: number;
  units: number;
}

export interface Move {
  readonly product: number;
  readonly units: number;
  readonly reason: "Delivery" | "Shipment";
  readonly on: string;
}

export interface Invoice {
  readonly order: number;
  readonly on: string;
  readonly goods: number;
  readonly freight: number;
  readonly note: string;
}

export interface Run {
  readonly rule: string;
  readonly table: string;
  readonly key: string;
  readonly change: "add" | "edit" | "delete" | "schedule";
  readonly depth: number;
  readonly at: number;
  /** The place in `events` of the event that it led to. */
  readonly event: number | undefined;
}

/** A webhook in the outbox: when it was put there, and what it says. */
export interface SentEvent {
  readonly rule: string;
  readonly at: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

export const NO_ADDRESS: Address = {
  name: "",
  street: "",
  city: "",
  region: "",
  postalCode: "",
  country: "",
};

/** The books as they are once the rows have been loaded, at a moment of the company's time. */
export function openBooks(rows: StartingRows, now: string): Books {
  const all = (table: string) => rows.get(table) ?? [];
  return {
    products: all("Products").map(productOf),
    orders: all("Orders").map((row) => orderOf(row, now)),
    lines: all("Order Details").map(lineOf),
    reservations: [],
    moves: [],
    invoices: [],
    runs: [],
    events: [],
  };
}

function productOf(row: TextRow): Product {
  return {
    id: Number(row["Product ID"]),
    row,
    level: Number(row["Reorder Level"]),
    discontinued: row.Discontinued === "Y",
    cents: hundredths(row["Unit Price"]),
    stock: Number(row["Units In Stock"]),
    onOrder: Number(row["Units On Order"]),
    moved: 0,
  };
}

function orderOf(row: TextRow, now: string): Order {
  const text = (column: string) => row[column] ?? "";
  return {
    id: Number(text("Order ID")),
    customer: text("Customer ID"),
    employee: Number(text("Employee ID")),
    orderDate: text("Order Date"),
    requiredDate: text("Required Date"),
    shippedDate: text("Shipped Date"),
    shipper: text("Ship Via") === "" ? null : Number(text("Ship Via")),
    freight: hundredths(text("Freight")),
    address: {
      name: text("Ship Name"),
      street: text("Ship Address"),
      city: text("Ship City"),
      region: text("Ship Region"),
      postalCode: text("Ship Postal Code"),
      country: text("Ship Country"),
    },
    ready: false,
    changedAt: now,
    shippedAt: text("Shipped Date") === "" ? "" : now,
  };
}

function lineOf(row: TextRow): Line {
  return {
    order: Number(row["Order ID"]),
    product: Number(row["Product ID"]),
    cents: hundredths(row["Unit Price"]),
    quantity: Number(row.Quantity),
    percent: hundredths(row.Discount),
  };
}

/** Of a text with at most two decimals. */
function hundredths(text = "0"): number {
  const [whole = "", part = ""] = text.split(".");
  return Number(whole + part.padEnd(2, "0"));
}
