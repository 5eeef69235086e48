import { z } from "zod";

/** What is read of a list, of a set of members, and of a single value; a form that is left out is refused. */
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
  const chosen = z.any().check((context) => {
    const form = formOf(forms, context.value);
    if (form === undefined) {
      context.issues.push({ code: "custom", message: what, input: context.value, path: [] });
      return;
    }
    const { error } = form.safeParse(context.value, { jitless: true });
    for (const issue of error?.issues ?? []) {
      context.issues.push({ ...issue, input: context.value } as z.core.$ZodRawIssue);
    }
  });
  formsOf.set(
    chosen,
    [forms.list, forms.members, forms.single].filter((form) => form !== undefined),
  );
  return chosen as z.ZodType<ReadFrom<L, M, S>>;
}

/** The forms that a shape of `byForm` chooses from, for what writes a JSON Schema of it. */
export const formsOf = new WeakMap<z.core.$ZodType, readonly z.ZodType[]>();

function formOf(
  { list, members, single }: Forms<z.ZodType, z.ZodType, z.ZodType>,
  value: unknown,
): z.ZodType | undefined {
  if (Array.isArray(value)) return list;
  return typeof value === "object" && value !== null ? members : single;
}
