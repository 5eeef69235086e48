import fc from "fast-check";
import { expect, test } from "vitest";
import { textOfHtml } from "./compose-mail.ts";

test.each<[string, string]>([
  ["", ""],
  ["a  b\n c", "a b c"],
  ["<p>one</p>\n<p> two <b>three</b>, four</p>", "one\n\ntwo three, four"],
  ["a<br>b<br/><br>c", "a\nb\n\nc"],
  ["<ul>\n<li> a </li><li>b<ul><li>c</ul></ul>d", "- a\n- b\n\n- c\n\nd"],
  ["<table><tr><th>n</th> <th>x</th></tr>\n<tr><td>1</td><td>2</td></tr></table>", "n  x\n1  2"],
  ["<a href='https://a.example/x?y=1&amp;z=2'>here</a>.", "here [https://a.example/x?y=1&z=2]."],
  [
    "<a href='https://a.example'>https://a.example</a> <a href='mailto:a@b.example'>a@b.example</a>",
    "https://a.example a@b.example",
  ],
  ["<a href='javascript:x'>no</a> <a name=x>here</a>", "no here"],
  ["<head><title>t</title><style>p{}</style></head><body><script>1<2</script>x", "x"],
  ["<head><meta charset=utf-8><body>x", "x"],
  ["&lt;b&gt; &amp;amp; &euro;&#8364;&nbsp;.", "<b> &amp; €€ ."],
  ["<pre>a\n  b</pre>c", "a\n  b\n\nc"],
  ["<img alt='A ship' src=x> sails", "A ship sails"],
  ["<!-- no --><div>a</div><div>b</div>", "a\nb"],
  ["a < b <", "a < b <"],
])("%s", async (html, text) => {
  expect(await textOfHtml(html)).toBe(text);
});

test("an escaped value is in the text as it is, but for blanks", async () => {
  const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const anyText = fc.string({
    unit: fc.constantFrom("a", "<", ">", "&", "'", '"', " ", "amp;", "#", "é", "🚢"),
  });
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (first, second) => {
      const plain = (text: string) => text.replace(/\s+/g, " ").trim();
      const html = `<p>${escaped(first)}</p><p title="${escaped(first)}">${escaped(second)}</p>`;
      const expected = [first, second].map(plain).filter((text) => text !== "");
      expect(await textOfHtml(html)).toBe(expected.join("\n\n"));
    }),
  );
});

test("tags that are nested as deep as a mail allows are read", async () => {
  for (const tag of ["<div>", "<table><tr><td>", "<a href='https://a.example'>", "<b>"])
    expect(await textOfHtml(`${tag.repeat(20_000)}x`)).toContain("x");
});
