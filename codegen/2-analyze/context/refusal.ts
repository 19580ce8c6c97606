/** What cannot be used, why, and what to write instead. */
export interface Refusal {
  readonly construct: string;
  readonly reason: string;
  readonly advice: string;
}
