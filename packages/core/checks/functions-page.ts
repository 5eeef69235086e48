import {
  describeDefinition,
  type FunctionDescription,
} from "../src/expression/editor/describe-definition.ts";
import { allFunctions } from "../src/expression/parts.ts";

/** The page about all functions, made of their declarations. */
export function functionsPage(): string {
  const described = allFunctions.map(describeDefinition);
  const byCategory = Map.groupBy(described, ({ category }) => category);
  const categories = [...byCategory].sort(([a], [b]) => a.localeCompare(b));
  const contents = categories.map(
    ([category, members]) => `- **${title(category)}**: ${members.map(linkTo).join(" · ")}`,
  );
  const sections = categories.map(
    ([category, members]) => `## ${title(category)}\n\n${members.map(section).join("\n\n")}`,
  );
  return `${[HEADING, contents.join("\n"), ...sections].join("\n\n")}\n`;
}

const HEADING = `# Functions

Made from the declarations in \`packages/core/src/expression/functions/\`; do not edit by hand. An optional argument is in
square brackets, \`…\` means that the arguments before it may be repeated. What text, number, date and blank mean, and how a
value of one type is taken as another, is in [the guide to the language](language.md).`;

function title(category: string): string {
  return category.charAt(0).toUpperCase() + category.slice(1);
}

function linkTo({ name }: FunctionDescription): string {
  return `[${name}](#${name.toLowerCase()})`;
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
    `### ${name}`,
    `\`${syntax}\` → ${result}`,
    details === undefined ? summary : `${summary} ${details}`,
  ];
  const described = parameters.filter(({ description }) => description !== undefined);
  if (described.length > 0)
    parts.push(described.map(({ name: of, description }) => `- *${of}*: ${description}`).join("\n"));
  if (examples.length > 0) {
    const rows = examples.map(
      ([expression, answer, now]) =>
        `| \`${cell(expression)}\` | \`${cell(JSON.stringify(answer))}\` | ${now === undefined ? "" : `at ${now}`} |`,
    );
    parts.push(["| expression | answer | |", "| --- | --- | --- |", ...rows].join("\n"));
  }
  return parts.join("\n\n");
}

/** Text inside a table of Markdown. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
