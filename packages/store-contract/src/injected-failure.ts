/** What a faulty store rejects with; `call` counts from 1. */
export class InjectedFailure extends Error {
  readonly call: number;

  constructor(call: number, what: string) {
    super(`Injected error at call ${call}: ${what}.`);
    this.name = "InjectedFault";
    this.call = call;
  }
}
