import { compile, defineFunction } from "@tablewright/core/expression";

const slug = defineFunction({
  name: "SLUG",
  description: "A text as it stands in an address.",
  parameters: [{ name: "text", type: "Text" }],
  result: "Text",
  evaluate: (text) => text?.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
});
const path = compile('"/shop/" & SLUG([Name])', { columns: { Name: "Text" }, functions: [slug] });

console.log(path.evaluate({ row: { Name: "Green Tea" } }), path.references);
