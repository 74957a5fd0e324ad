/** Words of a verb on failures, judged. */
export interface FailureWords {
  readonly failures?: boolean;
  readonly gone?: string;
  readonly thermalMass?: number;
  readonly plenumTime?: number;
}

/** Test whether words ask what happens when CRACs fail. */
export function asksForFailures({ failures, gone }: FailureWords): boolean {
  return failures === true || gone !== undefined;
}
