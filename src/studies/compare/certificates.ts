import { MAX_SHOWN } from '../../../models/facility/limits.js';
import { heldBound } from '../../../models/families/bound.js';
import type { RunRecord } from '../plan/record.js';
import type { Certificate, Comparison, MainCertificate } from './comparison.js';
import { BOUND } from './runs.js';

/** The proven bound on the objective itself, which most families rank their plans by. */
export const ON_OBJECTIVE: MainCertificate = { key: 'bound', on: 'objective' };

/** The best proven bound on the plans of a trial, with the family's other bounds under their keys. */
export type BoundFrame = ReturnType<typeof commonBound>;

/** Returns the number that a record has under a key; null if it has none. */
export function numberIn(record: object | null, key: string): number | null {
  const value = (record as Readonly<Record<string, unknown>> | null)?.[key];
  return typeof value === 'number' ? value : null;
}

/** Returns the value of a run's feasible plan under `key`; null without a feasible plan or without this value. */
export function ratedFigure({ outcome }: RunRecord, key: string): number | null {
  return outcome.feasible === true ? numberIn({ ...outcome.values, ...outcome }, key) : null;
}

/**
 * Returns the best proven bound of all runs, with the run that proved it. If a plan exceeds the bound by a rounding
 * error only, the bound is set to that plan's value. Its field `bound` is null if no bound was found, or if no plan is
 * feasible.
 */
export function commonBound(
  all: readonly RunRecord[],
  of: { readonly trial: number; readonly seed: number },
  {
    certificates,
    better,
    scale,
    isBoundPerRun,
  }: Pick<Comparison, 'certificates' | 'better' | 'scale' | 'isBoundPerRun'>,
) {
  const [main, ...others] = certificates;
  const own = all.find(({ run }) => run.method === BOUND);
  const records = isBoundPerRun ? all.filter((one) => one === own) : all;
  const infeasibility = records.map(infeasibilityOf).find((text) => text !== null);
  const isOver = ({ isUpper = better === 'more' }: Certificate): boolean => isUpper;
  // A certificate may be one on some plans alone.
  const covered = records.filter(({ outcome }) => outcome.values['covered'] !== false);
  const held = (bound: number | null, one: Certificate, ownScale?: number): number | null =>
    heldBy(bound, one.on === undefined ? [] : covered.map((run) => ratedFigure(run, one.on!)), isOver(one), ownScale);
  const best = infeasibility === undefined ? tightest(records, main.key, isOver(main)) : null;
  const proven = held(best?.value ?? null, main, scale);
  const { shown, parts = [] } = main;
  const values = best?.record.outcome.values;
  return {
    ...of,
    bound: proven === null || shown === undefined ? proven : held(shown(proven), { ...main, on: 'objective' }),
    ...(shown === undefined ? {} : { [main.key]: proven }),
    source: best?.record.run.method ?? null,
    ...Object.fromEntries(
      others.map((one) => [one.key, held(tightest(records, one.key, isOver(one))?.value ?? null, one)]),
    ),
    ...Object.fromEntries(parts.map((key) => [key, values?.[key] ?? null])),
    ...(infeasibility !== undefined && { infeasibility }),
    timeS: own === undefined ? 0 : ownTimeS(own),
    cpuS: own?.machine.cpuS ?? null,
  };
}

/** Returns the time of a run's method (or bound), s, without reading the instance; if unknown, of the whole run. */
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

/** Returns the tightest bound that the records have under `key`, and the record with it; null if there is none. */
function tightest(records: readonly RunRecord[], key: string, isUpper: boolean) {
  let best: { readonly value: number; readonly record: RunRecord } | null = null;
  for (const record of records) {
    const value = numberIn({ ...record.outcome.values, ...record.outcome }, key);
    if (value !== null && (best === null || (isUpper ? value < best.value : value > best.value))) {
      best = { value, record };
    }
  }
  return best;
}

/** Returns a bound that agrees with all plans: a plan that exceeds it by a rounding error only sets it. */
export function heldBy(
  bound: number | null,
  plans: readonly (number | null)[],
  isUpper: boolean,
  scale = 1,
): number | null {
  return plans.reduce<number | null>(
    (held, plan) => (held === null || plan === null ? held : heldBound(held, plan, isUpper, scale).bound),
    bound,
  );
}

/** Returns a clause for each proven bound that a feasible plan contradicts by more than rounding. */
export function refutationsOf(
  run: { readonly feasible: boolean },
  {
    certificates,
    better,
    scale,
    objectiveUnit,
  }: Pick<Comparison, 'certificates' | 'better' | 'scale' | 'objectiveUnit'>,
): string[] {
  if (!run.feasible) return [];
  return certificates.flatMap(({ key, on = '', isUpper = better === 'more', unit = objectiveUnit }, n) => {
    const [plan, bound] = [numberIn(run, on), numberIn(run, key)];
    if (plan === null || bound === null || !heldBound(bound, plan, isUpper, n === 0 ? scale : 1).isRefuted) return [];
    const of = (one: number): string => (unit === 'z' ? `z = ${one}` : `${one} ${unit}`.trim());
    return [`has a feasible plan of ${of(plan)} beyond the proven bound of ${of(bound)}`];
  });
}

/** Returns the value by which the plans of a trial are ranked, signed so that more is better; null without a plan. */
export function rankOf(
  run: object,
  { certificates: [main], better }: Pick<Comparison, 'certificates' | 'better'>,
): number | null {
  const value = numberIn(run, main.on);
  return value === null || better === 'more' ? value : -value;
}
