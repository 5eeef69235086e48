import type { MarkdownRenderer } from "vitepress";

/** Shows links to sources, which are no pages of the site, as the texts that they are. */
export function unlinkSources(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("unlink-sources", ({ tokens }) => {
    for (const token of tokens) {
      let isUnlinked = false;
      token.children =
        token.children?.filter((child) => {
          if (child.type === "link_open") isUnlinked = isSource(child.attrGet("href") ?? "");
          return !(isUnlinked && (child.type === "link_open" || child.type === "link_close"));
        }) ?? null;
    }
  });
}

/** Whether an address leads within the repository to what is no page. */
function isSource(href: string): boolean {
  if (/^[a-z]+:|^#/iu.test(href)) return false;
  return !/\.(md|png|svg|schema\.json)$/u.test(href.replace(/#.*$/u, ""));
}
