import type { Command } from "@codemirror/view";
import { format } from "@tablewright/core/expression/editor";
import { settingsOf } from "./editor-settings.ts";

/** Lays the expression out; one that does not read stays as it is. */
export const formatExpression: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const source = state.doc.toString();
  const insert = format(source, settingsOf(state).scope);
  if (insert === source) return false;
  const anchor = Math.min(state.selection.main.head, insert.length);
  dispatch(
    state.update({
      changes: { from: 0, to: source.length, insert },
      selection: { anchor },
      userEvent: "input.format",
    }),
  );
  return true;
};
