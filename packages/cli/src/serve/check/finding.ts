/** What a check of `serve --check` found out: a sentence, and whether it keeps the server from serving. */
export interface Finding {
  readonly says: string;
  readonly isWell: boolean;
}

export function well(says: string): Finding {
  return { says, isWell: true };
}

export function wrong(says: string): Finding {
  return { says, isWell: false };
}
