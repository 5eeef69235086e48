import { EditorView } from "@codemirror/view";

/**
 * Replaces a selection by what is typed before the browser does: Chromium keeps the look of the text it takes out in a `style`
 * attribute, which a strict content security policy refuses and reports.
 */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data, isComposing }, view) => {
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || isComposing || data === null || empty || view.state.readOnly)
      return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});
