import { Document, isCollection, isPair, isSeq, visit } from "yaml";

/** A value as YAML in which every member of little content is on one line; those at the top are not, nor are rows of a table. */
export function yamlOnFewLines(value: object): string {
  const document = new Document(value);
  visit(document, {
    Collection(_, node, path) {
      const depth = path.filter(isCollection).length;
      const isShort = depth > 1 && JSON.stringify(node.toJSON()).length <= LONGEST_LINE;
      if (!isShort || hasRows(node, depth)) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 0 });
}

const LONGEST_LINE = 160;

/** Whether a list of lists or of members is in it that a definition has at this depth: rows, rules. */
function hasRows(node: unknown, depth: number): boolean {
  if (!isCollection(node) || depth > DEPTH_OF_ROWS) return false;
  const parts = node.items.map((item) => (isPair(item) ? item.value : item));
  return (isSeq(node) && parts.some(isCollection)) || parts.some((part) => hasRows(part, depth + 1));
}

/** `decisions`, a decision, its rows. */
const DEPTH_OF_ROWS = 3;
