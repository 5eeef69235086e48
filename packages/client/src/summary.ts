/** What is computed of each group: the number of its rows, or a function of a column. */
export type SummaryValue<Column extends string> =
  | "COUNT"
  | { readonly SUM: Column }
  | { readonly AVERAGE: Column }
  | { readonly MIN: Column }
  | { readonly MAX: Column };

/** A group: the columns it was made by, and its values, which have the type of their columns. */
export type Group<Row, By extends keyof Row, Values> = Pick<Row, By> & {
  [Name in keyof Values]: Values[Name] extends "COUNT" ? number : Row[ColumnIn<Values[Name]> & keyof Row];
};

type ColumnIn<Value> = Value[keyof Value];
