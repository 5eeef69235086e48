import type { AppDefinition } from "../../schema/index.ts";
import type { Migration, Opening } from "../../storage/index.ts";
import type { CallSettings } from "../calls/prepare/call-settings.ts";
import { systemTables } from "../engine-tables/system-tables.ts";
import { convertingFor } from "./converting-for.ts";
import { fillColumns } from "./fill-columns.ts";

/** What a migration may do beside renaming tables and columns and converting values. */
export interface MigrationOptions {
  /** Remove the tables and columns that the definition names no longer, with their values. */
  readonly drops?: boolean;
}

/** How a store is opened for an application: what is missing is added, and nothing else is changed. */
export function openingOf(settings: CallSettings): Opening {
  return { application: settings.definition.id, ...fillColumns(settings) };
}

export function migrationOf(definition: AppDefinition, { drops = false }: MigrationOptions): Migration {
  return { drops, keeps: [...systemTables], converting: convertingFor(definition) };
}
