import { findName } from "../../expression/parts.ts";
import type { KeyTypes } from "../column-types/column-type.ts";
import { columnTypeNamed } from "../column-types/index.ts";
import type { ColumnDraft, TableDraft } from "../draft/drafts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import { noOptions } from "./column-options.ts";

type KeyType = ReturnType<KeyTypes>;

const TEXT: KeyType = { kind: "Text" };

/**
 * The types of all keys, before any other type is known: a Ref takes the type of the key it points at, which may be
 * part of a key itself. A key that is a Ref back to itself is reported.
 */
export function keyTypesOf(report: DefinitionReport, tables: ReadonlyMap<string, TableDraft>): KeyTypes {
  const types = new Map<string, KeyType>();
  const open = new Set<string>();
  const find: KeyTypes = (table) => {
    const [only, second] = tables.get(table)?.key ?? [];
    if (only === undefined || second !== undefined) return TEXT;
    if (open.has(table)) {
      report.report(
        only.path,
        "definition/key",
        { column: only.name, reason: "its Ref leads back to itself" },
        "name",
      );
      return TEXT;
    }
    open.add(table);
    const type = types.get(table) ?? typeOfPart(only, tables, find);
    open.delete(table);
    types.set(table, type);
    return type;
  };
  return find;
}

function typeOfPart(
  { shape, declared }: ColumnDraft,
  tables: ReadonlyMap<string, TableDraft>,
  find: KeyTypes,
): KeyType {
  const { itemType = "Text", table = "" } = shape;
  const type = declared?.name === "Enum" && itemType !== "Text" ? columnTypeNamed(itemType) : declared;
  if (type === undefined) return TEXT;
  if (type.name === "Ref") return find(findName(tables.values(), table).match?.name ?? "");
  const values = type.expressionType(noOptions, find);
  return values.kind === "Ref" || values.kind === "List" ? TEXT : values;
}
