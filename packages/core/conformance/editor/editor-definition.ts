/** A definition with the tables of `editorScope` and a source in it: the message of Orders' column Price. */
export function editorDefinition(source: string): string {
  return BEFORE + source + AFTER;
}

const BEFORE = `tablewright: 1
app: { id: shop, name: Shop }
tables:
  Orders:
    key: [Order ID]
    columns:
      Order ID: { type: Text }
      Price:
        type: Price
        invalidMessage: |-
          `;

const AFTER = `
      Quantity: { type: Number }
      Placed: { type: Date }
      Status: { type: Enum, values: [Open, Sent] }
      Customer: { type: Ref, table: Customers }
  Order Details:
    key: [ID]
    columns: { ID: { type: Text }, Amount: { type: Price } }
  Customers:
    key: [ID]
    columns: { ID: { type: Text }, Name: { type: Text } }
slices:
  Open Orders: { table: Orders, filter: "[Price] > 0" }
`;

/** Where the source begins in the definition. */
export const START_OF_SOURCE = BEFORE.length;
