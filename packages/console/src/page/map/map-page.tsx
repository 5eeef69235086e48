import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useSession } from "../session/session-context.tsx";
import { useSchemas, useTables } from "../tables/use-tables.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import "./map.css";

/** The tables as a picture: what points at what. */
export function MapPage() {
  const { say, language } = useWords();
  const { schemas, error: unread, retry } = useSchemas();
  const { api } = useSession();
  const maySee = useTables().tables?.rights.includes("events") === true;
  const {
    data: drawing,
    error,
    refetch,
  } = useQuery({
    queryKey: ["map", schemas?.map(({ name }) => name), maySee, language],
    queryFn: async () => {
      const rules = maySee ? await api.rules() : undefined;
      // The layout is computed when the page is opened.
      return (await import("./lay-out.ts")).layOut(schemas ?? [], rules, say("key"));
    },
    enabled: schemas !== undefined,
  });
  return (
    <section className="map-page">
      <header className="page-head">
        <h1>{say("map")}</h1>
      </header>
      <p className="hint">{maySee ? `${say("mapHelp")} ${say("mapRulesHelp")}` : say("mapHelp")}</p>
      {schemas?.length === 0 ? <p className="hint">{say("noTables")}</p> : null}
      {unread === null ? null : <ProblemNote error={unread} onRetry={retry} />}
      {error === null ? null : <ProblemNote error={error} onRetry={() => void refetch()} />}
      {drawing === undefined ? (
        <p className="skeleton">{unread === null && error === null ? say("loading") : ""}</p>
      ) : (
        <div className="map-frame">
          <svg
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            style={{ width: `clamp(${drawing.width * LEAST}px, 100%, ${drawing.width}px)` }}
          >
            <title>{say("map")}</title>
            <defs>
              <marker
                id="arrow"
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path d="M0 0 L8 4 L0 8 z" />
              </marker>
            </defs>
            {drawing.arrows.map(({ name, path, kind }) => (
              <path key={`${name} ${path}`} className={`arrow ${kind}`} d={path} markerEnd="url(#arrow)" />
            ))}
            {drawing.boxes.map(({ table, lines, x, y, width, height }) => (
              <Link key={table} to="/tables/$table" params={{ table }} search={{}}>
                <g className="box" transform={`translate(${x} ${y})`}>
                  <rect width={width} height={height} rx="4" />
                  <text x="12" y="20" className="box-name">
                    {table}
                  </text>
                  {lines.map((line, at) => (
                    <text key={line} x="12" y={40 + at * 16} className="box-line">
                      {line}
                    </text>
                  ))}
                </g>
              </Link>
            ))}
            {drawing.arrows
              .filter(({ name }) => name !== "")
              .map(({ name, path, x, y }) => (
                <text key={`${name} ${path}`} className="arrow-name" x={x} y={y - 5}>
                  {name}
                </text>
              ))}
          </svg>
        </div>
      )}
    </section>
  );
}

/** A wide map is made smaller to fit, by so much at most; beyond that it is scrolled. */
const LEAST = 0.7;
