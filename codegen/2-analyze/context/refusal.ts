/** A construct that cannot be used, the reason, and the advice for writing it otherwise. */
export interface Refusal {
  readonly construct: string;
  readonly reason: string;
  readonly advice: string;
}
