import {
  formatFaults,
  type Plan,
  type Refused,
  solve,
  type Solved,
  type SolveOptions,
} from '../../src/library/index.js';
import { type Enveloped, type Json, withDetails } from './run-cli.js';

/** Returns an answer of the library that was not refused. Throws the faults of one that was. */
export function accepted<Answer extends { readonly ok: boolean }>(
  answer: Answer | Refused,
): Exclude<Answer, { readonly ok: false }> {
  if (!answer.ok) throw new Error(formatFaults((answer as Refused).faults));
  return answer as Exclude<Answer, { readonly ok: false }>;
}

/** Returns the faults for which an answer of the library was refused; none where it was not. */
export function faultsOf(answer: { readonly ok: boolean } | Refused): Refused['faults'] {
  return answer.ok ? [] : (answer as Refused).faults;
}

/** Run of a search by the library. */
export interface SolvedRun<Result extends { readonly infeasibility?: unknown }> {
  readonly ended: Solved['ended'];
  /** Record of the run, the family's own figures beside what all have. */
  readonly record: Enveloped<Result>;
  readonly plan: Plan | null;
  /** The answer as a terminal shows it. */
  readonly text: string;
}

/** Returns the run of `solve` with these options. Throws where it is refused. */
export async function solvedAs<Result extends { readonly infeasibility?: unknown }>(
  instance: string,
  options: SolveOptions = {},
): Promise<SolvedRun<Result>> {
  const { ended, record, plan, text } = accepted(await solve(instance, options));
  return { ended, record: withDetails({ ...record }) as unknown as Enveloped<Result>, plan, text };
}

/** Returns a record as programs get it from JSON. */
export function jsonOf(record: object): Json {
  return JSON.parse(JSON.stringify(record)) as Json;
}
