export const LANGUAGES_OF_CALLS = ["curl", "TypeScript", "Python"] as const;

/** A call as a program would make it. The key comes from the environment, and so is never in a program. */
export function writeCall(language: (typeof LANGUAGES_OF_CALLS)[number], url: string, body: object): string {
  return WRITERS[language](url, body);
}

const WRITERS: Readonly<Record<(typeof LANGUAGES_OF_CALLS)[number], (url: string, body: object) => string>> =
  {
    curl: (url, body) => `curl -s '${url.replaceAll("'", "%27")}' \\
  -H "ApplicationAccessKey: $TABLEWRIGHT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,

    TypeScript: (url, body) => `const response = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: {
    ApplicationAccessKey: process.env.TABLEWRIGHT_KEY,
    "Content-Type": "application/json",
    Prefer: "wire=typed",
  },
  body: JSON.stringify(${indented(JSON.stringify(body, undefined, 2), "  ")}),
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.detail);
console.log(answer.Rows);`,

    Python: (url, body) => `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(json.loads(r"""${JSON.stringify(body)}""")).encode(),
    headers={
        "ApplicationAccessKey": os.environ["TABLEWRIGHT_KEY"],
        "Content-Type": "application/json",
        "Prefer": "wire=typed",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["Rows"])`,
  };

function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}
