import { describeDefinition, type FunctionDescription } from "../src/expression/check/function-definition.ts";
import { allFunctions } from "../src/expression/parts.ts";

/** The pages about functions, made of their declarations: the list of all, and one page for each category. */
export function functionsPages(): Readonly<Record<string, string>> {
  const described = allFunctions.map(describeDefinition);
  const byCategory = Map.groupBy(described, ({ category }) => category);
  const categories = [...byCategory].sort(([a], [b]) => a.localeCompare(b));
  const contents = categories.map(
    ([category, members]) =>
      `- [${title(category)}](${pathOf(category)}): ${members.map((member) => linkTo(member)).join(", ")}`,
  );
  const pages = categories.map(([category, members]) => [
    pathOf(category),
    `${[`# ${title(category)} functions`, ALL, ...members.map(section)].join("\n\n")}\n`,
  ]);
  return { "functions.md": `${HEADING}\n\n${contents.join("\n")}\n`, ...Object.fromEntries(pages) };
}

const HEADING = `# Functions

[The language](language.md) says what text, number, date and blank mean, and how values are converted. In a signature an optional argument is in
square brackets, and \`…\` repeats the arguments before it.`;

const ALL = "[All functions](../functions.md)";

/** The others are tests only. */
const MOST_EXAMPLES = 1;

function title(category: string): string {
  return category.charAt(0).toUpperCase() + category.slice(1);
}

function pathOf(category: string): string {
  return `functions/${category.replaceAll(" ", "-")}.md`;
}

function linkTo({ name, category }: FunctionDescription): string {
  return `[${name}](${pathOf(category)}#${name.toLowerCase()})`;
}

function section({
  name,
  syntax,
  summary,
  details,
  parameters,
  result,
  examples,
}: FunctionDescription): string {
  const parts = [
    `## ${name}`,
    `\`${syntax}\` → ${result}`,
    details === undefined ? summary : `${summary} ${details}`,
  ];
  const described = parameters.filter(({ description }) => description !== undefined);
  if (described.length > 0)
    parts.push(described.map(({ name: of, description }) => `- *${of}*: ${description}`).join("\n"));
  if (examples.length > 0) {
    const lines = examples
      .slice(0, MOST_EXAMPLES)
      .map(
        ([expression, answer, now]) =>
          `${expression.replaceAll("\n", " ")} → ${JSON.stringify(answer)}${now === undefined ? "" : ` (at ${now})`}`,
      );
    parts.push(`\`\`\`\n${lines.join("\n")}\n\`\`\``);
  }
  return parts.join("\n\n");
}
