import { useState } from "react";
import { useWords } from "../words/use-words.tsx";

interface FileInputProps {
  readonly isDisabled: boolean;
  onFile(file: File): void;
}

/** Where a file is chosen, or dropped. */
export function FileInput({ isDisabled, onFile }: FileInputProps) {
  const { say } = useWords();
  const [isOver, setOver] = useState(false);
  return (
    <label
      className={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined && !isDisabled) onFile(file);
      }}
    >
      <span>{say("chooseFile")}</span>
      <input
        type="file"
        accept=".csv,.xlsx"
        disabled={isDisabled}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
        }}
        onClick={({ currentTarget }) => {
          currentTarget.value = ""; // the same file may be chosen again once it is corrected
        }}
      />
    </label>
  );
}
