import type { Value } from "../../values/index.ts";
import type { KeptValues } from "./kept-values.ts";
import type { Meter } from "./meter.ts";
import type { TableRows } from "./table-rows.ts";

/** What an evaluation may know beyond its row: one instant, one caller, the tables in view, and a budget. */
export interface RequestContext {
  /** Wall-clock seconds of the request's instant in `timeZone`, and the same instant in UTC. */
  readonly now: number;
  readonly utcNow: number;
  /** IANA name, and the name the caller gave. */
  readonly timeZone: string;
  readonly timeZoneName: string;
  readonly locale: string;
  /** Canonical LatLong of the caller. */
  readonly location: string;
  readonly user: Caller;
  readonly settings: ReadonlyMap<string, Value>;
  /** Values bound by the call, read as `[_PARAM].[name]`. */
  readonly parameters: ReadonlyMap<string, Value>;
  /** Values for INPUT(). */
  readonly inputs: ReadonlyMap<string, Value>;
  /** A number from 0 up to but without 1. */
  random(): number;
  /** The rows of a table that the expression names; rows that were not read yet count as missing, and are read before it is evaluated again. */
  rowsOf(table: string): TableRows;
  readonly meter: Meter;
  /** Where values are kept that are the same for many rows; missing where each is found again. */
  readonly kept?: KeptValues;
}

/** Blank texts are null. */
export interface Caller {
  readonly email: string | null;
  readonly name: string | null;
  readonly role: string | null;
}
