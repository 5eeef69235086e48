/** A person who may use the service. */
export interface Person {
  readonly email: string;
  readonly role: "Agent" | "User";
}

/** Who is who: by the token that a request brings, and by address for USERROLE(). */
export interface People {
  personOf(token: string): Person | undefined;
  roleOf(email: string): string | undefined;
}

export function peopleOf(byToken: ReadonlyMap<string, Person>): People {
  const roles = new Map([...byToken.values()].map(({ email, role }) => [email, role]));
  return { personOf: (token) => byToken.get(token), roleOf: (email) => roles.get(email) };
}
