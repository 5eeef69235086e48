/** What the site makes of the pages of the repository: its side bar, and links that lead within it. */
import type { MarkdownRenderer } from "vitepress";

/** A group of the side bar. */
interface Group {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly Item[];
}

interface Item {
  readonly text: string;
  readonly link: string;
}

/**
 * The side bar as the index of the pages has it: a group for each heading of the second level, and below it an item for each link to a
 * page of `docs`, under the heading of that page.
 */
export function sidebarOf(index: string, readPage: (name: string) => string): Group[] {
  const [, ...parts] = index.split(/^## /mu);
  return parts.map((part) => ({
    text: part.slice(0, part.indexOf("\n")),
    collapsed: false,
    items: [...part.matchAll(LINK)].map(([, name = ""]) => ({
      text: HEADING.exec(readPage(`${name}.md`))?.[1] ?? name,
      link: `/docs/${name.replace(/README$/u, "")}`,
    })),
  }));
}

const LINK = /\]\(([\w/-]+)\.md\)/gu;
const HEADING = /^# (.+)$/mu;

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
