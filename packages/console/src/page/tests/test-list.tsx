import type { TestResult } from "@tablewright/client";
import { useWords } from "../words/use-words.tsx";
import "./tests.css";

/** Each test with what it found; those that fail come first. */
export function TestList({ tests }: { readonly tests: readonly TestResult[] }) {
  const failed = tests.filter(({ failures }) => failures.length > 0);
  const passed = tests.filter(({ failures }) => failures.length === 0);
  return (
    <ul className="tests">
      {[...failed, ...passed].map((test) => (
        <Test key={`${test.file} ${test.name}`} test={test} />
      ))}
    </ul>
  );
}

function Test({ test: { file, name, failures, milliseconds } }: { readonly test: TestResult }) {
  const { say } = useWords();
  const isPassed = failures.length === 0;
  return (
    <li className={isPassed ? "test" : "test failed"}>
      <span className="verdict">{say(isPassed ? "passed" : "failed")}</span>
      <bdi>{name}</bdi>
      <small>
        {file} · {milliseconds.toFixed(0)} ms
      </small>
      {failures.map(({ location, message, expected, actual }) => (
        <div key={`${location.line} ${location.character} ${message}`} className="problem">
          <p>
            {location.line === undefined ? null : <code>{`${location.line}:${location.character} `}</code>}
            {message}
          </p>
          {expected === undefined ? null : <pre>{`${say("expected")}: ${expected}`}</pre>}
          {actual === undefined ? null : <pre>{`${say("actual")}: ${actual}`}</pre>}
        </div>
      ))}
    </li>
  );
}
