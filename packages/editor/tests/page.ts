/** The page of the test in a browser: an editor in ten lines, and one that is dark. */
import { EditorView } from "@codemirror/view";
import { changeSettings, expressionEditor } from "../src/index.ts";

const columns = { Price: "Price", Quantity: "Number", Status: "Text" };
const scope = { columns, tables: { Customers: { key: "ID", columns: { ID: "Text", Name: "Text" } } } };
const context = { row: { Price: 2.5, Quantity: 4, Status: "<b>Open</b>" } };

const view = new EditorView({
  parent: document.querySelector("#light") ?? document.body,
  extensions: expressionEditor({ scope, context, label: "Formula" }),
});

const dark = new EditorView({
  doc: 'IF([Price] * [Quantity] > 100, "large", LEFT([Status], 2)) & COUNT(Customers[ID])',
  parent: document.querySelector("#dark") ?? document.body,
  extensions: expressionEditor({ scope, context, scheme: "dark", label: "Dark" }),
});

Object.assign(globalThis, {
  textOf: () => view.state.doc.toString(),
  rename: () => dark.dispatch({ effects: changeSettings.of({ scope: { columns: { Price: "Price" } } }) }),
});
