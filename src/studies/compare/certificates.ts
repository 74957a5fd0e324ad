import { MAX_SHOWN } from '../../../models/facility/limits.js';
import { heldBound } from '../../../models/families/bound.js';
import type { Value } from '../../experiments/record.js';
import type { RunRecord } from '../plan/record.js';
import type { Certificates, CommonBound, Comparison, MainCertificate } from './comparison.js';
import type { BoundFrame, RunFrame } from './record.js';
import { BOUND } from './runs.js';

/** The proven bound on the objective itself, by which families without other kinds of bounds compare their plans. */
export const ON_OBJECTIVE: MainCertificate = { key: 'bound', on: 'objective' };

/** The part of a comparison's rules with which bounds are found and plans are compared with them. */
type Certified = Pick<Comparison, 'certificates' | 'better' | 'scale' | 'isBoundPerRun'>;

/** Returns the keys under which records have proven bounds of all kinds, and values that belong to the main bound. */
export function keysOf({ main, others, parts }: Certificates): readonly string[] {
  return [main.key, ...others.map(({ key }) => key), ...parts];
}

/** Returns the value that a run's outcome has under `key`, if it is a number; otherwise null. */
export function figureOf({ outcome }: RunRecord, key: string): number | null {
  const value = key === 'objective' || key === 'bound' ? outcome[key] : outcome.values[key];
  return typeof value === 'number' ? value : null;
}

/** Returns the value of a run's feasible plan under `key`; null without a feasible plan or without this value. */
export function ratedFigure(record: RunRecord, key: string): number | null {
  return record.outcome.feasible === true ? figureOf(record, key) : null;
}

/**
 * Returns the best proven bound of all runs, with the run that proved it. If a plan exceeds the bound by a rounding
 * error only, the bound is set to that plan's value. Its field `bound` is null if no bound was found, or if no plan is
 * feasible.
 */
export function commonBound(
  all: readonly RunRecord[],
  of: Pick<BoundFrame, 'trial' | 'seed'>,
  { certificates: { main, others, parts }, better, scale, isBoundPerRun }: Certified,
): CommonBound {
  const isUpper = better === 'more';
  const own = all.find(({ run }) => run.method === BOUND);
  const records = isBoundPerRun ? all.filter((one) => one === own) : all;
  const infeasibility = records.map(infeasibilityOf).find((text) => text !== null);
  const best = infeasibility === undefined ? tightest(records, main.key, isUpper) : null;
  // A certificate may be one on some plans alone.
  const rated = (key: string): (number | null)[] =>
    records.map((one) => (one.outcome.values['covered'] === false ? null : ratedFigure(one, key)));
  const held = heldByRuns(best?.value ?? null, rated(main.on), isUpper, scale);
  const { shown } = main;
  const bound = held === null || shown === undefined ? held : heldByRuns(shown(held), rated('objective'), isUpper);
  const beside = others.map(({ key, on, isUpper: isOver = isUpper }): [string, number | null] => [
    key,
    heldByRuns(tightest(records, key, isOver)?.value ?? null, on === undefined ? [] : rated(on), isOver),
  ]);
  return {
    ...of,
    bound,
    ...(shown === undefined ? {} : { [main.key]: held }),
    source: best?.record.run.method ?? null,
    ...Object.fromEntries(beside),
    ...Object.fromEntries(parts.map((key): [string, Value] => [key, best?.record.outcome.values[key] ?? null])),
    ...(infeasibility === undefined ? {} : { infeasibility }),
    timeS: own === undefined ? 0 : ownTimeS(own),
    cpuS: own?.machine.cpuS ?? null,
  } as unknown as CommonBound;
}

/**
 * Returns the time that a run's method (or bound) took without the reading of the instance, s. If it is unknown, the
 * total time.
 */
export function ownTimeS({ machine: { timeS } }: RunRecord): number {
  return timeS['method'] ?? timeS['bound'] ?? timeS['total'] ?? 0;
}

/** Returns sentences on why no plan is feasible; null unless the run proved this. */
function infeasibilityOf({ outcome: { infeasibility } }: RunRecord): string | null {
  if (infeasibility?.proven !== true) return null;
  const { message, others = [] } = infeasibility;
  const rest = others.length - MAX_SHOWN;
  const named = others.slice(0, MAX_SHOWN).map((limit) => limit.message);
  return [message, ...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

/**
 * Returns the tightest bound that the records have under `key`, and the record with it; null if there is none.
 *
 * @param isUpper true if the bounds are upper bounds, of which the least is the tightest
 */
export function tightest(
  records: readonly RunRecord[],
  key: string,
  isUpper: boolean,
): { readonly value: number; readonly record: RunRecord } | null {
  let best: { readonly value: number; readonly record: RunRecord } | null = null;
  for (const record of records) {
    const value = figureOf(record, key);
    if (value !== null && (best === null || (isUpper ? value < best.value : value > best.value))) {
      best = { value, record };
    }
  }
  return best;
}

/**
 * Returns a bound that agrees with all plans: if an objective exceeds it by a rounding error only, it is set to this
 * objective.
 */
export function heldByRuns(
  bound: number | null,
  objectives: readonly (number | null)[],
  isUpper: boolean,
  scale = 1,
): number | null {
  return objectives.reduce<number | null>(
    (held, objective) =>
      held === null || objective === null ? held : heldBound(held, objective, isUpper, scale).bound,
    bound,
  );
}

/** A value of a run that contradicts a proven bound: either the value or the proof is wrong. */
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

/**
 * Returns the value by which the plans of one trial are ranked, with a sign such that more is better; null without a
 * plan.
 */
export function rankOf(
  run: RunFrame,
  { certificates: { main }, better }: Pick<Certified, 'certificates' | 'better'>,
): number | null {
  const value = figureIn(run, main.on);
  return value === null || better === 'more' ? value : -value;
}

/**
 * Returns a run's value under `key` as it enters means: values far from 0 are cut as the main bound declares. Null if
 * there is none.
 */
export function meantFigure(run: RunFrame, key: string, { main }: Certificates): number | null {
  const value = figureIn(run, key);
  const farthest = key === main.on ? (main.farthest ?? Infinity) : Infinity;
  return value === null ? null : Math.max(-farthest, Math.min(farthest, value));
}

function figureIn(run: RunFrame, key: string): number | null {
  const value = (run as unknown as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'number' ? value : null;
}
