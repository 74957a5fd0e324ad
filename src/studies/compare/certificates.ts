import { MAX_SHOWN } from '../../../models/facility/limits.js';
import { heldBound } from '../../../models/families/bound.js';
import type { Value } from '../../experiments/record.js';
import type { RunRecord } from '../plan/record.js';
import type { Certificates, CommonBound, Comparison, MainCertificate } from './comparison.js';
import type { BoundFrame, RunFrame } from './record.js';
import { BOUND } from './runs.js';

/** The certificate on the objective itself. */
export const ON_OBJECTIVE: MainCertificate = { key: 'bound', on: 'objective' };

/** The part of a comparison that is needed to find bounds and to compare plans with them. */
type Certified = Pick<Comparison, 'certificates' | 'better' | 'scale' | 'isBoundPerRun'>;

/** Returns the keys of all certificates and of the values that belong to them. */
export function keysOf({ main, others, parts }: Certificates): readonly string[] {
  return [main.key, ...others.map(({ key }) => key), ...parts];
}

/** Returns the number that a run has under this key; null if it has none. */
export function figureOf({ outcome }: RunRecord, key: string): number | null {
  const value = key === 'objective' || key === 'bound' ? outcome[key] : outcome.values[key];
  return typeof value === 'number' ? value : null;
}

/** Returns the figure of a run's plan; null if the plan is not feasible or lacks the figure. */
export function ratedFigure(record: RunRecord, key: string): number | null {
  return record.outcome.feasible === true ? figureOf(record, key) : null;
}

/**
 * Returns the common bound from the best certificate of all runs. If a plan exceeds it by a rounding error only, the
 * bound is moved to that plan's value. Its `bound` is null if none was found, or if it is proven that no plan is
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

/** Returns the time of a run without that of reading its instance, s. */
export function ownTimeS({ machine: { timeS } }: RunRecord): number {
  return timeS['method'] ?? timeS['bound'] ?? timeS['total'] ?? 0;
}

/** Returns sentences that explain why no plan is feasible; null unless the run proves it. */
function infeasibilityOf({ outcome: { infeasibility } }: RunRecord): string | null {
  if (infeasibility?.proven !== true) return null;
  const { message, others = [] } = infeasibility;
  const rest = others.length - MAX_SHOWN;
  const named = others.slice(0, MAX_SHOWN).map((limit) => limit.message);
  return [message, ...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

/** Returns the best of the certificates with this key, and its run; null if there is none. */
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

/** Returns a bound, moved to each objective that exceeds it by a rounding error only. */
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
