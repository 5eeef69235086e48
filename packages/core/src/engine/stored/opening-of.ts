import type { AppDefinition } from "../../schema/index.ts";
import type { Opening } from "../../storage/index.ts";
import type { CallSettings } from "../calls/prepare/call-settings.ts";
import { systemTables } from "../engine-tables/system-tables.ts";
import { convertingFor } from "./converting-for.ts";
import { fillColumns } from "./fill-columns.ts";

/** What a migration may do beside renaming tables and columns and converting values. */
export interface MigrationOptions {
  /** Remove the tables and columns that the definition names no longer, with their values. */
  readonly drops?: boolean;
  /** Give all rows their values again in the columns that are filled: formulas, and initial values where one is missing. */
  readonly refills?: boolean;
}

/** How a store is opened for an application: what is missing is added, and nothing else is changed. */
export function openingOf(settings: CallSettings): Opening {
  return { application: settings.definition.id, ...fillColumns(settings) };
}

export function migrationOf(
  definition: AppDefinition,
  { drops = false, refills = false }: MigrationOptions,
): Pick<Opening, "migration" | "refills"> {
  return {
    migration: { drops, keeps: [...systemTables], converting: convertingFor(definition) },
    refills,
  };
}
