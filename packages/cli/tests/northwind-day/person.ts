/** Who makes calls. */
export interface Person {
  readonly email: string;
  /** The employee whose orders alone the person sees; undefined for those who see all. */
  readonly employee: number | undefined;
}
