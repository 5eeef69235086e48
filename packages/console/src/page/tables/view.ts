/** Which rows of a table are shown, and in which order; it is what the address of the page holds. */
export interface View {
  /** As a person has written it, or as filtering by mouse has. */
  readonly selector?: string;
  /** The column that a click on its heading sorts by. */
  readonly by?: string;
  readonly down?: true;
}

/** The Selector of a view; undefined is all rows in the order of the table. */
export function selectorOf(table: string, { selector, by, down }: View): string | undefined {
  if (by === undefined) return selector;
  const rows = selector ?? `FILTER(${quoted(table)}, TRUE)`;
  return `ORDERBY(${rows}, [${by}]${down ? ", TRUE" : ""})`;
}

/** The view after a click on the heading of a column: ascending, descending, as it was. */
export function sortedBy({ selector, by, down }: View, column: string): View {
  const rows = selector === undefined ? {} : { selector };
  if (by !== column) return { ...rows, by: column };
  return down ? rows : { ...rows, by: column, down: true };
}

/** The view with a condition more. */
export function filteredBy(view: View, table: string, condition: string): View {
  const own = new RegExp(`^FILTER\\(${escaped(quoted(table))}, (.*)\\)$`, "s").exec(view.selector ?? "")?.[1];
  const both = own === undefined ? condition : `AND(${own}, ${condition})`;
  const whole = own === undefined && view.selector !== undefined;
  const selector = whole
    ? `INTERSECT(${view.selector}, FILTER(${quoted(table)}, ${condition}))`
    : `FILTER(${quoted(table)}, ${both})`;
  return { ...view, selector };
}

/** A text as an expression writes it. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
