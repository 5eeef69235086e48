import type { DescribedColumn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { Link } from "@tanstack/react-router";
import { MOST_ITEMS } from "../api/ref-keys.ts";
import { Picture } from "../pictures/picture.tsx";
import { useWords } from "../words/use-words.tsx";
import { cellText } from "./cell-text.ts";

interface CellProps {
  readonly column: DescribedColumn;
  readonly value: JsonValue | undefined;
  /** Whether all of it is shown, as where there is room: a long text to its end, and of a list most items. */
  readonly isWhole?: boolean;
  labelOf(table: string, key: string): string | undefined;
}

/** A cell by the type of its column. What callers have written is shown as text and never as part of the page. */
export function GridCell({ column, value, isWhole = false, labelOf }: CellProps) {
  const { say, locale } = useWords();
  if (value === undefined && column.readIf)
    return (
      <span className="hidden-cell" title={say("hiddenCell")}>
        •••
      </span>
    );
  if (value === null || value === undefined || value === "") return null;
  if (column.table !== undefined) return <Refs {...{ column, value, isWhole, labelOf }} />;
  if (CHIPS.has(column.type)) return <Chips texts={[value].flat().map(String)} isWhole={isWhole} />;
  const text = cellText(column, value, locale);
  const shown = <TextOrLink type={column.type} text={text} isWhole={isWhole} />;
  if (!PICTURES.has(column.type)) return shown;
  return (
    <Picture text={text} name={column.name}>
      {shown}
    </Picture>
  );
}

const PICTURES = new Set(["Image", "Thumbnail", "Drawing", "Signature"]);

interface TextOrLinkProps {
  readonly type: string;
  readonly text: string;
  readonly isWhole: boolean;
}

function TextOrLink({ type, text, isWhole }: TextOrLinkProps) {
  const address = addressOf(type, text);
  const shown = <bdi>{isWhole || text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`}</bdi>;
  if (address === undefined) return shown;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      {shown}
    </a>
  );
}

const CHIPS = new Set(["Enum", "EnumList"]);

/** Characters of a cell in the grid; the row shows the whole of it. */
const LONGEST = 200;

function Refs({ column, value, isWhole = false, labelOf }: CellProps) {
  const { table = "" } = column;
  const keys = [value].flat().map(String);
  const most = isWhole ? MOST_ITEMS : MOST_REFS;
  return (
    <>
      {keys.slice(0, most).map((key, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may hold a key twice
        <span key={at}>
          {at > 0 ? ", " : ""}
          <Link to="/tables/$table/rows/$key" params={{ table, key }} tabIndex={-1}>
            <bdi>{labelOf(table, key) ?? key}</bdi>
          </Link>
        </span>
      ))}
      {keys.length > most ? ` +${keys.length - most}` : ""}
    </>
  );
}

const MOST_REFS = 5;

function Chips({ texts, isWhole }: { readonly texts: readonly string[]; readonly isWhole: boolean }) {
  const most = isWhole ? MOST_ITEMS : MOST_CHIPS;
  return (
    <>
      {texts.slice(0, most).map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may hold a value twice
        <span key={at} className="chip">
          <bdi>{text}</bdi>
        </span>
      ))}
      {texts.length > most ? ` +${texts.length - most}` : ""}
    </>
  );
}

/** More than fit into a wide column. */
const MOST_CHIPS = 20;

/** Only addresses that open a page, a mail or a call; a `javascript:` link is a text like any other. */
function addressOf(type: string, text: string): string | undefined {
  if (type === "Email") return `mailto:${encodeURIComponent(text)}`;
  if (type === "Phone") return `tel:${encodeURIComponent(text)}`;
  return LINKS.has(type) && /^https?:\/\//i.test(text) ? text : undefined;
}

const LINKS = new Set(["Url", "Image", "Thumbnail", "File", "Video", "Drawing", "Signature"]);
