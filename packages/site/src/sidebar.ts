/** A group of the side bar. */
export interface Group {
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
