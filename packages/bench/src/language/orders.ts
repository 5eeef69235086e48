/** Orders with lines, and sums over these by hand. */
export const LINES = 20;

export interface Order {
  readonly lines: readonly { readonly sku: string; readonly price: number; readonly quantity: number }[];
}

export const orderScope = {
  types: { Line: { sku: "Text", price: "Price", quantity: "Number" } },
  columns: { lines: "List of Line" },
};

export function makeOrders(count: number): readonly Order[] {
  return Array.from({ length: count }, (_, order) => ({
    lines: Array.from({ length: LINES }, (_, line) => {
      const seed = (order * 31 + line * 17) % 97;
      return { sku: `s${seed}`, price: seed / 4, quantity: seed % 9 };
    }),
  }));
}

export function sumOfProducts({ lines }: Order): number {
  let sum = 0;
  for (const { price, quantity } of lines) if (quantity > 4) sum += price * quantity;
  return sum;
}

export function sumOfPrices({ lines }: Order): number {
  let sum = 0;
  for (const { price, quantity } of lines) if (quantity > 4) sum += price;
  return sum;
}
