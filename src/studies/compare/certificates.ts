import type { JournalEntry, Value } from '../../experiments/record.js';
import { heldBound } from '../../../models/families/bound.js';
import type { Certificates, CommonBound, Comparison, MainCertificate } from './comparison.js';
import type { BoundFrame, RunFrame } from './record.js';
import { BOUND, boundTimeS, heldByRuns, infeasibilityOf, ratedBy, tightest } from './run.js';

/** The certificate on the objective itself. */
export const ON_OBJECTIVE: MainCertificate = { key: 'bound', on: 'objective' };

/** The part of a comparison that is needed to find bounds and to compare plans with them. */
type Certified = Pick<Comparison, 'certificates' | 'better' | 'scale' | 'isBoundPerRun'>;

/** Returns the names of all certificates and of the values that belong to them. */
export function keysOf({ main, others, parts }: Certificates): readonly string[] {
  return [main.key, ...others.map(({ key }) => key), ...parts];
}

/**
 * Returns the common bound from the best certificate of all runs. If a plan exceeds it by rounding only, the bound is
 * moved to that plan's value. Its `bound` is null if none was found, or if it is proven that no plan is feasible.
 */
export function commonBound(
  all: readonly JournalEntry[],
  of: Pick<BoundFrame, 'trial' | 'seed'>,
  { certificates: { main, others, parts }, better, scale, isBoundPerRun }: Certified,
): CommonBound {
  const isUpper = better === 'more';
  const entries = isBoundPerRun ? all.filter(({ cell }) => cell['method'] === BOUND) : all;
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

/** A figure of a run that contradicts a proven bound, so that one of the two is wrong. */
export interface Refutation {
  readonly value: number;
  readonly bound: number;
  readonly unit: string;
}

/** Returns the proven bounds that a run's figures contradict by more than rounding. */
export function refutationsOf(
  run: RunFrame,
  {
    certificates: { main, others },
    better,
    scale,
    objectiveUnit,
  }: Omit<Certified, 'isBoundPerRun'> & Pick<Comparison, 'objectiveUnit'>,
): Refutation[] {
  return [{ ...main, scale, unit: main.unit ?? objectiveUnit }, ...others].flatMap((one) => {
    const { key, on, isUpper = better === 'more', unit = '', scale: own } = { scale: undefined, ...one };
    const value = on === undefined || !run.feasible ? null : figureIn(run, on);
    const bound = figureIn(run, key);
    return value !== null && bound !== null && heldBound(bound, value, isUpper, own).isRefuted
      ? [{ value, bound, unit }]
      : [];
  });
}

/** Returns the value by which plans of one trial are ranked; more is better. */
export function rankOf(
  run: RunFrame,
  { certificates: { main }, better }: Pick<Certified, 'certificates' | 'better'>,
): number | null {
  const value = figureIn(run, main.on);
  return value === null || better === 'more' ? value : -value;
}

/** Returns the number of a run under this key in the form in which means are taken of it; null if it has none. */
export function meantFigure(run: RunFrame, key: string, { main }: Certificates): number | null {
  const value = figureIn(run, key);
  const farthest = key === main.on ? (main.farthest ?? Infinity) : Infinity;
  return value === null ? null : Math.max(-farthest, Math.min(farthest, value));
}

function figureIn(run: RunFrame, key: string): number | null {
  const value = (run as unknown as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'number' ? value : null;
}
