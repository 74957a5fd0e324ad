import type { JournalEntry, Value } from '../../experiments/record.js';
import type { BoundFrame } from './record.js';
import { BOUND, boundTimeS, heldByRuns, infeasibilityOf, ratedBy, tightest } from './run.js';

/** Certificate that runs of methods and the bound's own run may give, each of which holds for every plan. */
export interface Certificate {
  /** Name among the values of a trial, the figures of a bound and those of a run. */
  readonly key: string;
  /** Figure of plans that it bounds; absent where it bounds none of a run's. */
  readonly on?: string;
  /** Flag, true if it bounds from above; the direction of the objective's if absent. */
  readonly isUpper?: boolean;
  readonly unit?: string;
}

/** What plans are ranked by, and the certificate on it. */
export interface MainCertificate extends Certificate {
  readonly on: string;
  /** Scale on which differences of ranks are mere rounding; 0 if absent, which makes it relative to the values. */
  readonly tie?: number;
  /** Farthest value that means take as it is, from 0. */
  readonly farthest?: number;
  /** Bound in the objective's unit that a value of the certificate stands for; the value itself if absent. */
  readonly shown?: (value: number) => number;
}

export interface Certificates {
  readonly main: MainCertificate;
  readonly others: readonly Certificate[];
  /** Names of values that go with the main certificate, such as its parts. */
  readonly parts: readonly string[];
}

/** Certificate on the objective itself. */
export const ON_OBJECTIVE: MainCertificate = { key: 'bound', on: 'objective' };

/** Bound by the best of all certificates, with the family's own figures of a bound. */
export type CommonBound = BoundFrame & Readonly<Record<string, number | null>>;

/** Names of all certificates and of what goes with them. */
export function keysOf({ main, others, parts }: Certificates): readonly string[] {
  return [main.key, ...others.map(({ key }) => key), ...parts];
}

/**
 * Bound by the best of the certificates of entries, brought to what it misses by rounding alone; its `bound` is null if none was found, or if it
 * is proven that no plan is feasible.
 */
export function commonBound(
  entries: readonly JournalEntry[],
  of: Pick<BoundFrame, 'trial' | 'seed'>,
  { main, others, parts }: Certificates,
  isUpper: boolean,
  scale?: number,
): CommonBound {
  const infeasibility = infeasibilityOf(entries);
  const best = infeasibility === undefined ? tightest(entries, main.key, isUpper) : null;
  // A certificate may be one on some plans alone.
  const rated = (key: string) =>
    entries.map((entry) => (entry.values['covered'] === false ? null : ratedBy(key)(entry)));
  const held = heldByRuns(best?.value ?? null, rated(main.on), isUpper, scale);
  const { shown } = main;
  const bound = held === null || shown === undefined ? held : heldByRuns(shown(held), rated('objective'), isUpper);
  const beside = others.map(({ key, on, isUpper: isOver = isUpper }): [string, number | null] => [
    key,
    heldByRuns(tightest(entries, key, isOver)?.value ?? null, on === undefined ? [] : rated(on), isOver),
  ]);
  return {
    ...of,
    bound,
    ...(shown === undefined ? {} : { [main.key]: held }),
    source: best?.entry.cell['method'] ?? null,
    ...Object.fromEntries(beside),
    ...Object.fromEntries(parts.map((key): [string, Value] => [key, best?.entry.values[key] ?? null])),
    ...(infeasibility === undefined ? {} : { infeasibility }),
    timeS: boundTimeS(entries),
    cpuS: entries.find(({ cell }) => cell['method'] === BOUND)?.times['cpu'] ?? null,
  } as unknown as CommonBound;
}
