import { type EditorState, StateEffect, StateField, type Transaction } from "@codemirror/state";
import type { EvaluationContext, Scope } from "@tablewright/core/expression/editor";

/** What an expression is edited against. Objects are read once: hand in others when something changes. */
export interface EditorSettings {
  /** What it can name. */
  readonly scope: Scope;
  /** The row, and what else an evaluation reads: with it a hover shows values. */
  readonly context?: EvaluationContext | undefined;
}

/** Gives an editor other settings: `view.dispatch({ effects: changeSettings.of({ scope }) })`. */
export const changeSettings = StateEffect.define<EditorSettings>();

/** The settings of an editor, from the first ones on. */
export const settingsField = StateField.define<EditorSettings>({
  create: () => ({ scope: {} }),
  update: (settings, { effects }) =>
    effects.reduce((last, effect) => (effect.is(changeSettings) ? effect.value : last), settings),
});

export function changesSettings({ effects }: Transaction): boolean {
  return effects.some((effect) => effect.is(changeSettings));
}

export function settingsOf(state: EditorState): EditorSettings {
  return state.field(settingsField, false) ?? { scope: {} };
}
