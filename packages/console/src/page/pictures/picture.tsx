import { type ReactNode, useState } from "react";
import { useWords } from "../words/use-words.tsx";
import { pictureOf } from "./picture-of.ts";
import "./pictures.css";

interface PictureProps {
  /** What the cell has. */
  readonly text: string;
  /** The name of the column. */
  readonly name: string;
  /** What is shown of a text that names no picture, and of a picture that cannot be loaded. */
  readonly children: ReactNode;
}

/** A cell that names a picture. */
export function Picture({ text, name, children }: PictureProps) {
  const { say } = useWords();
  const [broken, setBroken] = useState<string>();
  const picture = pictureOf(text, location.origin, imageOrigins());
  if (picture?.kind === "tooLarge")
    return <span className="hint">{say("pictureTooLarge", { kilobytes: picture.kilobytes })}</span>;
  if (picture?.kind === "link")
    return (
      <a
        href={picture.address}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={-1}
        title={picture.address}
      >
        <bdi>{say("pictureAt", { host: picture.host })}</bdi>
      </a>
    );
  if (picture === undefined || broken === text) return children;
  return (
    <img
      className="picture"
      src={picture.source}
      alt={name}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(text)}
    />
  );
}

/** The origins whose pictures the operator lets the page show, as the server has written them into its head. */
function imageOrigins(): readonly string[] {
  const named = document.querySelector<HTMLMetaElement>('meta[name="image-origins"]');
  return named?.content.split(" ") ?? [];
}
