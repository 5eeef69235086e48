import { EditorView } from "@codemirror/view";

/** Colours for light and dark by `light-dark()`: the page's own `color-scheme` decides, or that of the option. */
export const editorTheme = EditorView.theme({
  "&": {
    backgroundColor: "light-dark(#ffffff, #16181d)",
    color: "light-dark(#1d2129, #e4e7ec)",
    border: "1px solid light-dark(#c9ced8, #3a404c)",
    borderRadius: "6px",
  },
  "&.cm-focused": { outline: "2px solid light-dark(#2457d6, #7da2ff)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "light-dark(#1d2129, #e4e7ec)", padding: "6px 0" },
  ".cm-cursor": { borderLeftColor: "light-dark(#1d2129, #e4e7ec)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "light-dark(#dbe6ff, #2b3b63)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "light-dark(#ffdcd9, #5a2522)" },
  ".cm-tw-function": { color: "light-dark(#6b2fb3, #c8a2ff)" },
  ".cm-tw-column": { color: "light-dark(#0b5c91, #79c0ff)" },
  ".cm-tw-table": { color: "light-dark(#0a6b4f, #6fd3ae)" },
  ".cm-tw-text": { color: "light-dark(#8a4600, #f0b27a)" },
  ".cm-tw-number, .cm-tw-boolean": { color: "light-dark(#a1265e, #ff9bc4)" },
  ".cm-tw-operator, .cm-tw-punctuation, .cm-tw-bracket": { color: "light-dark(#4d5563, #aab2c0)" },
  ".cm-tw-wrong": { color: "light-dark(#b3261e, #ff8f85)" },
  // Lines of the text itself in place of CodeMirror's pictures, which a strict `img-src` refuses.
  ".cm-lintRange-error, .cm-lintRange-warning": {
    backgroundImage: "none",
    paddingBottom: "0",
    textDecoration: "underline wavy light-dark(#b3261e, #ff8f85)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": { textDecorationColor: "light-dark(#8a5a00, #f2c27a)" },
  ".cm-tooltip": {
    backgroundColor: "light-dark(#f6f7f9, #22262e)",
    color: "light-dark(#1d2129, #e4e7ec)",
    border: "1px solid light-dark(#c9ced8, #3a404c)",
    borderRadius: "6px",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "light-dark(#2457d6, #3c63c4)",
    color: "#ffffff",
  },
  ".cm-tw-hover, .cm-tw-signature": { padding: "6px 10px", maxWidth: "34em" },
  ".cm-tw-title": { fontFamily: "ui-monospace, Menlo, Consolas, monospace" },
  ".cm-tw-type": { color: "light-dark(#5b6473, #aab2c0)", marginLeft: "1em" },
  ".cm-tw-value": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", marginTop: "4px" },
  ".cm-tw-error": { color: "light-dark(#b3261e, #ff8f85)", marginTop: "4px" },
  ".cm-tw-hover .cm-tw-text": { color: "inherit", margin: "4px 0 0" },
});

/** A scheme of the editor's own, whatever that of the page is. */
export function schemeTheme(scheme: "light" | "dark") {
  return EditorView.theme({ "&": { colorScheme: scheme } }, { dark: scheme === "dark" });
}
