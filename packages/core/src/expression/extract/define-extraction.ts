import type { Value } from "../../values/index.ts";
import type { FunctionDefinition } from "../check/function-definition.ts";
import { defineFunction, withTask } from "../functions/define-function.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { Task } from "../runtime/time-slice.ts";
import type { ScalarKind } from "../tree/type.ts";

/** One kind of thing that is looked for in a text. */
export interface Extraction {
  /** The type of what is found. */
  readonly item: ScalarKind;
  /** What the text holds of this kind, in order of appearance; undefined now and then where it holds nothing. */
  readonly find: (text: string, context: RequestContext) => Iterable<Value | undefined>;
}

/** A function that extracts one kind of thing, and how it does so. */
export interface ExtractionFunction extends FunctionDefinition {
  readonly extraction: Extraction;
}

/** Declares the function that extracts one kind of thing as a list; a blank text holds nothing. */
export function defineExtraction({
  name,
  item,
  find,
  ...facts
}: Extraction & Pick<FunctionDefinition, "name" | "summary" | "details" | "examples">): ExtractionFunction {
  const extraction = { item, find };
  const definition = defineFunction("extract", {
    ...facts,
    signature: `${name}(text: Text): List of ${item}`,
    blanks: "accept",
    uses: "request",
    reads: "clock",
    evaluate: withTask((text: string | null, context: RequestContext) =>
      extractAll(extraction, text, context),
    ),
  });
  return Object.assign(definition, { extraction });
}

/** Everything an extraction finds, as long as the request may build a list of that length. */
export function* extractAll(
  extraction: Extraction,
  text: string | null,
  context: RequestContext,
): Task<Value> {
  if (text === null) return [];
  const { meter } = context;
  const items: Value[] = [];
  for (const item of extraction.find(text, context)) {
    if (meter.timeSlice.isOver) yield;
    if (item === undefined) continue;
    if (items.length === meter.limits.listLength) meter.buildList(items.length + 1);
    items.push(item);
  }
  meter.spend(items.length);
  return items;
}
