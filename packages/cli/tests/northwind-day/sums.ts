import type { Books, Line, Order, Product } from "./books.ts";

/** In ten-thousandths: a price has two places, a discount two. */
export function lineTotal({ cents, quantity, percent }: Line): number {
  return cents * quantity * (100 - percent);
}

export function orderTotal(books: Books, order: Order): number {
  return total(linesOf(books, order).map(lineTotal));
}

/** Half a cent counts as one. */
export function toCents(tenThousandths: number): number {
  return Math.floor((tenThousandths + 50) / 100);
}

export function freeUnits(books: Books, { id, stock }: Product): number {
  return stock - total(books.reservations.filter(({ product }) => product === id).map(({ units }) => units));
}

export function movedUnits(books: Books, { id }: Product): number {
  return total(books.moves.filter(({ product }) => product === id).map(({ units }) => units));
}

export function linesOf(books: Books, { id }: Order): Line[] {
  return books.lines.filter(({ order }) => order === id);
}

export function isHistory({ orderDate }: Order): boolean {
  return orderDate < "2000-01-01";
}

export function keyOfLine({ order, product }: { order: number; product: number }): string {
  return `${order}: ${product}`;
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
