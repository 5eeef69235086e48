import type { ColumnSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { Link } from "@tanstack/react-router";
import { Picture } from "../pictures/picture.tsx";
import { useWords } from "../words/use-words.tsx";
import { cellText } from "./cell-text.ts";

interface CellProps {
  readonly column: ColumnSchema;
  readonly value: JsonValue | undefined;
  labelOf(table: string, key: string): string | undefined;
}

/** A cell by the type of its column. What callers have written is shown as text and never as part of the page. */
export function Cell({ column, value, labelOf }: CellProps) {
  const { locale } = useWords();
  if (value === null || value === undefined || value === "") return null;
  if (column.table !== undefined) return <Refs column={column} value={value} labelOf={labelOf} />;
  if (CHIPS.has(column.type)) return <Chips texts={[value].flat().map(String)} />;
  const text = cellText(column, value, locale);
  const shown = <TextOrLink type={column.type} text={text} />;
  if (!PICTURES.has(column.type)) return shown;
  return (
    <Picture text={text} name={column.name}>
      {shown}
    </Picture>
  );
}

const PICTURES = new Set(["Image", "Thumbnail", "Drawing", "Signature"]);

function TextOrLink({ type, text }: { readonly type: string; readonly text: string }) {
  const address = addressOf(type, text);
  if (address === undefined) return <bdi>{text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</bdi>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      <bdi>{text.slice(0, LONGEST)}</bdi>
    </a>
  );
}

const CHIPS = new Set(["Enum", "EnumList"]);

/** Characters of a cell in the grid; the row shows the whole of it. */
const LONGEST = 200;

function Refs({ column, value, labelOf }: CellProps) {
  const { table = "" } = column;
  const keys = [value].flat().map(String);
  return (
    <>
      {keys.slice(0, MOST_REFS).map((key, at) => (
        <span key={key}>
          {at > 0 ? ", " : ""}
          <Link to="/tables/$table/rows/$key" params={{ table, key }} tabIndex={-1}>
            <bdi>{labelOf(table, key) ?? key}</bdi>
          </Link>
        </span>
      ))}
      {keys.length > MOST_REFS ? ` +${keys.length - MOST_REFS}` : ""}
    </>
  );
}

const MOST_REFS = 5;

function Chips({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className="chip">
      <bdi>{text}</bdi>
    </span>
  ));
}

/** Only addresses that open a page, a mail or a call; a `javascript:` link is a text like any other. */
function addressOf(type: string, text: string): string | undefined {
  if (type === "Email") return `mailto:${encodeURIComponent(text)}`;
  if (type === "Phone") return `tel:${encodeURIComponent(text)}`;
  return LINKS.has(type) && /^https?:\/\//i.test(text) ? text : undefined;
}

const LINKS = new Set(["Url", "Image", "Thumbnail", "File", "Video", "Drawing", "Signature"]);
