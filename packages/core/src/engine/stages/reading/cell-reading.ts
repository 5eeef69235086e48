import type { RequestContext } from "../../../expression/parts.ts";
import type { ColumnOptions } from "../../../schema/column-types/column-options.ts";
import type { Reading } from "../../../schema/column-types/column-type.ts";
import type { Wire } from "../../calls/request.ts";

/** How the cells of a column are read in a call; its time zone is asked for by cells with an offset alone. */
export class CellReading implements Reading {
  readonly locale: string;
  readonly options: ColumnOptions;
  readonly isAnsweredMonthFirst: boolean;
  readonly #request: RequestContext;

  constructor(
    request: RequestContext,
    options: ColumnOptions,
    { locale = request.locale, wire = "typed" }: { readonly locale?: string; readonly wire?: Wire } = {},
  ) {
    this.isAnsweredMonthFirst = wire === "appsheet";
    this.#request = request;
    this.locale = locale;
    this.options = options;
  }

  get timeZone(): string {
    return this.#request.timeZone;
  }
}
