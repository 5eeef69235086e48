import type { DecisionSchema, ExplainedDecision } from "@tablewright/client";
import { useDrawnRows } from "../sheet/use-drawn-rows.tsx";
import { useWords } from "../words/use-words.tsx";

type Written = NonNullable<DecisionSchema["written"]>;
type Tried = ExplainedDecision<object>["rows"][number];

interface DecisionGridProps {
  readonly name: string;
  readonly written: Written;
  /** Undefined until facts were tried. */
  readonly tried: readonly Tried[] | undefined;
}

/** The rows of a decision as they are written: its inputs, its outputs, and what became of each row on the facts that were tried. */
export function DecisionGrid({ name, written, tried }: DecisionGridProps) {
  const { say } = useWords();
  const { kind, formula, hit, inputs, outputs, rows } = written;
  const { drawn, more } = useDrawnRows(rows);
  const states = new Map(tried?.map((one) => [one.row, one]));
  if (kind === "formula")
    return (
      <figure className="decision-grid">
        <figcaption>
          <bdi>{name}</bdi>
        </figcaption>
        <pre>{formula}</pre>
      </figure>
    );
  const heads = kind === "table" ? (inputs ?? []) : [say("rule"), say("condition")];
  return (
    <div className="decision-grid">
      <table>
        <caption>
          <bdi>{name}</bdi> <small>hit: {hit}</small>
        </caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            {tried === undefined ? null : <th scope="col">{say("result")}</th>}
            {heads.map((head) => (
              <th key={head} scope="col">
                <code>{head}</code>
              </th>
            ))}
            {outputs.map((output) => (
              <th key={`→ ${output}`} scope="col" className="gives">
                {output}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...drawn, ...rows.slice(drawn.length).filter(({ row }) => isMatch(states.get(row)))].map(
            ({ row, rule, cells, gives }) => {
              const own = states.get(row);
              return (
                <tr key={row} className={own?.state.replace(" ", "-")} aria-current={own?.state === "fired"}>
                  <th scope="row">{row}</th>
                  {tried === undefined ? null : <td>{own === undefined ? "" : <Verdict tried={own} />}</td>}
                  {[...(rule === undefined ? [] : [rule]), ...cells].map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row have no other identity
                    <td key={at}>
                      <code>{cell}</code>
                    </td>
                  ))}
                  {gives.map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row have no other identity
                    <td key={at} className="gives">
                      {cell}
                    </td>
                  ))}
                </tr>
              );
            },
          )}
          <Otherwise {...{ written, tried }} columns={heads.length} />
        </tbody>
      </table>
      {more}
    </div>
  );
}

interface OtherwiseProps extends Pick<DecisionGridProps, "written" | "tried"> {
  /** Of the inputs. */
  readonly columns: number;
}

/** What holds where no row matches, if the decision says so or no row has matched. */
function Otherwise({ written: { hit, outputs, otherwise }, tried, columns }: OtherwiseProps) {
  const { say } = useWords();
  const unsaid = COLLECTING.test(hit ?? "") ? "" : say("blank"); // a list, a sum or a number of none is no blank
  const isFired = tried !== undefined && tried.length > 0 && !tried.some(isMatch);
  if (otherwise === undefined && !isFired) return null;
  return (
    <tr className={isFired ? "fired" : undefined} aria-current={isFired}>
      <th scope="row">
        <code>otherwise</code>
      </th>
      {tried === undefined ? null : <td>{isFired ? say("rowFired") : ""}</td>}
      <td colSpan={columns}>{say(isFired ? "noRowMatched" : "whereNoRowMatches")}</td>
      {outputs.map((output, at) => (
        <td key={output} className="gives">
          {otherwise?.[at] || unsaid}
        </td>
      ))}
    </tr>
  );
}

const COLLECTING = /^(?:collect|rule order|output order)/u;

function isMatch(tried: Tried | undefined): boolean {
  return tried?.state === "fired" || tried?.state === "matched";
}

/** Of a row that did not match the condition that was not TRUE. */
function Verdict({ tried: { state, conditions } }: { readonly tried: Tried }) {
  const { say } = useWords();
  const last = conditions.at(-1);
  return (
    <>
      {say(WORDS[state])}
      {state !== "not matched" || last === undefined ? null : (
        <>
          {": "}
          <code>{last.source}</code>
        </>
      )}
    </>
  );
}

const WORDS = {
  fired: "rowFired",
  matched: "rowMatched",
  "not matched": "rowNotMatched",
  "not tried": "rowNotTried",
} as const;
