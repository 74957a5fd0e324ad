import { MAX_SHOWN } from '../../../models/facility/limits.js';
import { heldBound } from '../../../models/families/bound.js';
import type { RunRecord } from '../plan/record.js';
import type { Certificate, Comparison, MainCertificate } from './comparison.js';
import { BOUND } from './runs.js';

/** The proven bound on the objective itself, which most families rank their plans by. */
export const ON_OBJECTIVE: MainCertificate = { key: 'bound', on: 'objective' };

/** The best proven bound on the plans of a trial, with the family's other bounds under their keys. */
export type BoundFrame = ReturnType<typeof commonBound>;

/** The rules by which plans are ranked and held against bounds. */
export type Rating = Pick<Comparison, 'certificates' | 'better' | 'scale'>;

/** Returns the number that a record has under a key; null if it has none. */
export function numberIn(record: object | null, key: string): number | null {
  const value = (record as Readonly<Record<string, unknown>> | null)?.[key];
  return typeof value === 'number' ? value : null;
}

/**
 * Returns the best proven bound of all runs, with the run that proved it. If a plan exceeds the bound by a rounding
 * error only, the bound is set to that plan's value. It is null if no bound was found, or if no plan is feasible.
 */
export function commonBound(
  all: readonly RunRecord[],
  of: { readonly trial: number; readonly seed: number },
  comparison: Rating & Pick<Comparison, 'isBoundPerRun'>,
) {
  const { better } = comparison;
  const [main, ...others] = comparison.certificates;
  const { shown, parts = [] } = main;
  const own = all.find(({ run }) => run.method === BOUND);
  const records = comparison.isBoundPerRun ? all.filter((one) => one === own) : all;
  const infeasibility = records.map(infeasibilityOf).find((text) => text !== null);
  const best = infeasibility === undefined ? tightest(records, main, better) : undefined;
  const proven = heldBy(best?.value ?? null, records, main, comparison);
  const onObjective = { ...main, on: 'objective' };
  const beside = others.map((one) => [
    one.key,
    heldBy(tightest(records, one, better)?.value ?? null, records, one, { better }),
  ]);
  return {
    ...of,
    bound: proven === null || shown === undefined ? proven : heldBy(shown(proven), records, onObjective, { better }),
    ...(shown !== undefined && { [main.key]: proven }),
    source: best?.record.run.method ?? null,
    ...(Object.fromEntries(beside) as object),
    ...Object.fromEntries(parts.map((key) => [key, best?.record.outcome.values[key] ?? null])),
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
  const named = others.slice(0, MAX_SHOWN).map((limit) => limit.message);
  const rest = others.length - MAX_SHOWN;
  return [message, ...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

/** Returns the tightest bound of a kind, and the record with it; undefined if there is none. */
function tightest(records: readonly RunRecord[], { key, isUpper }: Certificate, better: Comparison['better']) {
  const sign = (isUpper ?? better === 'more') ? 1 : -1;
  const known = records.flatMap((record) => {
    const value = numberIn({ ...record.outcome.values, ...record.outcome }, key);
    return value === null ? [] : [{ value, record }];
  });
  return known.sort((one, other) => sign * (one.value - other.value))[0];
}

/** Returns a bound that agrees with all plans that it covers: a plan beyond it by a rounding error sets it. */
export function heldBy(
  bound: number | null,
  records: readonly RunRecord[],
  { on = '', isUpper }: Certificate,
  { better, scale }: Pick<Comparison, 'better' | 'scale'>,
): number | null {
  return records.reduce((held, { outcome }) => {
    const isRated = outcome.feasible === true && outcome.values['covered'] !== false;
    const plan = isRated ? numberIn({ ...outcome.values, ...outcome }, on) : null;
    if (held === null || plan === null) return held;
    return heldBound(held, plan, isUpper ?? better === 'more', scale).bound;
  }, bound);
}

/** Returns a clause for each proven bound that a feasible plan contradicts by more than rounding. */
export function refutationsOf(
  run: { readonly feasible: boolean },
  { certificates, better, scale, objectiveUnit }: Rating & Pick<Comparison, 'objectiveUnit'>,
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
export function rankOf(run: object, { certificates: [main], better }: Rating): number | null {
  const value = numberIn(run, main.on);
  return value === null || better === 'more' ? value : -value;
}
