import { type DetailsOf, type DiagnosticCode, diagnose } from "../../diagnostics/index.ts";
import { rejected } from "../calls/result.ts";
import type { LoadResult } from "./load-request.ts";

/** Makes the store roll back a part of a load, or all of it; `result` is what the load answers. */
export class RefusedLoad extends Error {
  readonly result: LoadResult;

  constructor(result: LoadResult) {
    super("A load was rolled back.");
    this.result = result;
  }

  static because<C extends DiagnosticCode>(code: C, details: DetailsOf<C>): RefusedLoad {
    return new RefusedLoad(rejected([diagnose(code, details)]));
  }
}
