import type { AppDefinition } from "../../schema/index.ts";
import { findTarget } from "../find/find-target.ts";
import { type AppSchema, describeApp } from "./describe-app.ts";
import { describeTable, type TableSchema } from "./describe-table.ts";

/** The application, or the table or slice of a name; undefined when there is none of the name. */
export function describeNamed(app: AppDefinition): AppSchema;
export function describeNamed(app: AppDefinition, name: string): TableSchema | undefined;
export function describeNamed(app: AppDefinition, name?: string): AppSchema | TableSchema | undefined;
export function describeNamed(app: AppDefinition, name?: string): AppSchema | TableSchema | undefined {
  if (name === undefined) return describeApp(app);
  const target = findTarget(app, name).output;
  return target && describeTable(app, target);
}
