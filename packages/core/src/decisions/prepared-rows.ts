import type { Frame } from "../expression/evaluate/frame.ts";
import { rewrite } from "../expression/parts.ts";
import type { JsonValue, Value } from "../values/index.ts";
import type { Decision, DecisionRow, FiredRow, Output, Placed, RowsBody } from "./decision.ts";
import { evaluatePlaced } from "./evaluate-placed.ts";
import { firesFirst, type Hit } from "./hit-policy.ts";
import { RowIndex } from "./row-index.ts";

/** The rows of a decision ready to be run: their index, and what of them is the same for all facts. */
export class PreparedRows {
  readonly #name: string;
  readonly #outputs: readonly Output[];
  readonly #rows: readonly DecisionRow[];
  readonly #stopsAtFirst: boolean;
  readonly #index: RowIndex;
  /** By the positions of the rows, of those whose outputs are all constants. */
  readonly #constant: readonly (Hit | undefined)[];
  readonly #fired = new Map<Hit, FiredRow>();

  constructor({ name, outputs }: Decision, body: RowsBody) {
    this.#name = name;
    this.#outputs = outputs;
    this.#rows = body.rows;
    this.#stopsAtFirst = firesFirst(body);
    this.#index = new RowIndex(body.rows);
    this.#constant = body.rows.map(constantHit);
    for (const hit of this.#constant)
      if (hit !== undefined) this.#fired.set(hit, Object.freeze(this.#describe(hit)));
  }

  /** The rows that match, in the order in which they are tried. */
  hitsOn(row: readonly Value[], frame: Frame): readonly Hit[] {
    const bits = this.#index.candidates(row, frame);
    const hits: Hit[] = [];
    for (let word = 0; word < bits.length; word++)
      for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) {
        const position = word * 32 + 31 - Math.clz32(rest & -rest);
        if (!this.#meets(position, row, frame)) continue;
        const tried = this.#rows[position] as DecisionRow;
        hits.push(this.#constant[position] ?? hitOf(tried, row, frame));
        if (!this.#stopsAtFirst && !tried.stops) continue;
        this.#index.release(bits);
        return hits;
      }
    this.#index.release(bits);
    return hits;
  }

  /** Whether what the index does not know of a candidate is TRUE, too. */
  #meets(position: number, row: readonly Value[], frame: Frame): boolean {
    for (const condition of this.#index.residual[position] as readonly Placed[])
      if (evaluatePlaced(condition, row, frame) !== true) return false;
    return true;
  }

  /** The row of a hit as results have it; of constants one object serves all results, and is frozen. */
  firedOf(hit: Hit): FiredRow {
    return this.#fired.get(hit) ?? this.#describe(hit);
  }

  #describe({ row, values }: Hit): FiredRow {
    const outputs: Record<string, JsonValue> = {};
    for (const [index, value] of values.entries()) {
      const { name, writeItem } = this.#outputs[index] as Output;
      if (value !== undefined) setMember(outputs, name, writeItem(value));
    }
    const rule = row.name === undefined ? {} : { rule: row.name };
    return { decision: this.#name, ...rule, row: row.number, outputs };
  }
}

function hitOf(row: DecisionRow, values: readonly Value[], frame: Frame): Hit {
  return { row, values: row.outputs.map((output) => output && evaluatePlaced(output, values, frame)) };
}

function constantHit(row: DecisionRow): Hit | undefined {
  const values: (Value | undefined)[] = [];
  for (const output of row.outputs) {
    const root = output && rewrite(output.expression).root;
    if (root !== undefined && root.op !== "constant") return undefined;
    values.push(root?.value);
  }
  return { row, values };
}

/** Sets a member of any name, "__proto__" too. */
export function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
