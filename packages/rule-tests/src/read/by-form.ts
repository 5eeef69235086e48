import { z } from "zod";

/** What is read of a list, of a mapping, and of a single value; a form that is left out is refused. */
interface Forms<L extends z.ZodType, M extends z.ZodType, S extends z.ZodType> {
  readonly list?: L;
  readonly members?: M;
  readonly single?: S;
}

type ReadFrom<L extends z.ZodType, M extends z.ZodType, S extends z.ZodType> =
  | z.infer<L>
  | z.infer<M>
  | z.infer<S>;

/**
 * One of several forms, chosen by how the value is written: unlike those of a union, the errors are those of the form that
 * was meant.
 */
export function byForm<
  L extends z.ZodType = z.ZodNever,
  M extends z.ZodType = z.ZodNever,
  S extends z.ZodType = z.ZodNever,
>(what: string, forms: Forms<L, M, S>): z.ZodType<ReadFrom<L, M, S>> {
  const chosen = chosenForm(what, (value) => formOf(forms, value));
  alternativeForms.set(
    chosen,
    [forms.list, forms.members, forms.single].filter((form) => form !== undefined),
  );
  return chosen as z.ZodType<ReadFrom<L, M, S>>;
}

/** One of two sets of members, chosen by whether a member is there. */
export function byMember<A extends z.ZodType, B extends z.ZodType>(
  what: string,
  name: string,
  { there, missing }: { readonly there: A; readonly missing: B },
): z.ZodType<z.infer<A> | z.infer<B>> {
  const choose = (value: unknown) => (isMembers(value) && Object.hasOwn(value, name) ? there : missing);
  const chosen = chosenForm(what, choose);
  memberFormsOf.set(chosen, { name, there, missing });
  return chosen as z.ZodType<z.infer<A> | z.infer<B>>;
}

function chosenForm(what: string, choose: (value: unknown) => z.ZodType | undefined): z.ZodType {
  return z.any().check((context) => {
    const form = choose(context.value);
    if (form === undefined) {
      context.issues.push({ code: "custom", message: what, input: context.value, path: [] });
      return;
    }
    const { error } = form.safeParse(context.value, { jitless: true });
    for (const issue of error?.issues ?? []) {
      context.issues.push({ ...issue, input: context.value } as z.core.$ZodRawIssue);
    }
  });
}

/** The forms that a shape of `byForm` chooses from, for what writes a JSON Schema of it. */
export const alternativeForms = new WeakMap<z.core.$ZodType, readonly z.ZodType[]>();

/** The same of `byMember`. */
export const memberFormsOf = new WeakMap<
  z.core.$ZodType,
  { readonly name: string; readonly there: z.ZodType; readonly missing: z.ZodType }
>();

function formOf(
  { list, members, single }: Forms<z.ZodType, z.ZodType, z.ZodType>,
  value: unknown,
): z.ZodType | undefined {
  if (Array.isArray(value)) return list;
  return isMembers(value) ? members : single;
}

function isMembers(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
