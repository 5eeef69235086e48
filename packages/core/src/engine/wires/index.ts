import { appsheet, spec } from "./text-wires.ts";
import { typed } from "./typed.ts";
import type { WireForm } from "./wire-form.ts";

/** The forms of cells in answers, one line each; docs/http-api.md says what each is for. */
const declared = [spec, appsheet, typed] as const;

/** The name of a wire. */
export type Wire = (typeof declared)[number]["name"];

export const wires: readonly WireForm<Wire>[] = declared;

export function wireNamed(name: Wire): WireForm<Wire> {
  return wires.find((wire) => wire.name === name) ?? typed;
}
