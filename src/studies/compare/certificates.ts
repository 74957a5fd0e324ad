import { MAX_SHOWN } from '../../../models/facility/limits.js';
import { relativeGap } from '../../runs/relative-gap.js';
import { TIE } from '../analysis/cases.js';
import { heldBound } from '../../../models/families/bound.js';
import type { RunRecord } from '../plan/record.js';
import type { Certificate, Comparison } from './comparison.js';
import { BOUND } from './runs.js';

/** The proven bound on the objective itself, which most families rank their plans by. */
export const ON_OBJECTIVE: Comparison['certificates'][0] = { key: 'bound', on: 'objective' };

/** The best proven bound on the plans of a trial, with the family's other bounds under their keys. */
export type BoundFrame = ReturnType<typeof commonBound>;

/** One run of a method, as the record of a comparison contains it. */
export type RunFrame = ReturnType<typeof frameOf>;

/** Rules for ranking plans and for comparing them with proven bounds. */
export type Rating = Pick<Comparison, 'certificates' | 'better' | 'scale'>;

/** Returns the number that a record has under a key; null if it has none. */
export function numberIn(record: object | null, key: string): number | null {
  const value = (record as Readonly<Record<string, unknown>> | null)?.[key];
  return typeof value === 'number' ? value : null;
}

/**
 * Returns the best proven bound on the plans of a trial, with the method that proved it. If each run is compared with
 * its own bound, only the separate bound run counts. If a plan exceeds the bound only by a rounding error, its value
 * becomes the bound. The bound is null if none was found, or if it is proven that no plan is feasible.
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
  const beside = others.map((one) => {
    return [one.key, heldBy(tightest(records, one, better)?.value ?? null, records, one, { better })];
  });
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

/** Returns the time of a run's method or bound, s; if unknown, the time of the whole run with reading the instance. */
export function ownTimeS({ machine: { timeS } }: RunRecord): number {
  return timeS['method'] ?? timeS['bound'] ?? timeS['total'] ?? 0;
}

/** Returns sentences on why no plan is feasible; null unless the run proved this. */
function infeasibilityOf({ outcome: { infeasibility } }: RunRecord): string | null {
  if (infeasibility?.proven !== true) return null;
  const { message, others = [], omitted = 0 } = infeasibility;
  const named = others.slice(0, MAX_SHOWN).map((limit) => limit.message);
  const rest = Math.max(0, others.length - MAX_SHOWN) + omitted;
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

/** Returns the bound, moved to the value of a plan that it covers and that exceeds it only by a rounding error. */
function heldBy(
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

/** Returns a run in the form that the comparison's record contains, with its gap to the bound of its trial. */
export function frameOf(comparison: Comparison, record: RunRecord, trial: number, common: BoundFrame | null) {
  const { certificates, isBoundPerRun, boundOn, figures, series } = comparison;
  const { run, outcome, machine } = record;
  const { termination, failure, violations, values, rules, work, trajectory } = outcome;
  const method = run.method!;
  const feasible = outcome.feasible === true;
  const objective = feasible ? outcome.objective : null;
  const { planFrom, covered } = values;
  const lists = values as Readonly<Record<string, readonly (number | null)[] | undefined>>;
  const whole = common?.bound ?? null;
  const onMethod = boundOn === undefined || common === null ? whole : boundOn(common, method);
  const most = covered === false ? null : isBoundPerRun ? outcome.bound : onMethod;
  const bound = heldBy(most, [record], ON_OBJECTIVE, { better: comparison.better });
  const shareOfBound = objective === null || whole === null || whole === 0 ? null : objective / whole;
  const bounded = certificates.filter(({ key, on }) => on !== undefined && key !== 'bound');
  const frame = {
    trial,
    seed: run.seed,
    method,
    termination,
    feasible,
    ...(typeof planFrom === 'string' && { planFrom }),
    ...(rules !== undefined && { rules }),
    objective,
    bound,
    gap: objective === null || bound === null ? null : relativeGap(bound, objective),
    planObjective: outcome.objective,
    ...outcome.beside,
    ...Object.fromEntries(
      figures.map(({ key }) => [key, key === 'shareOfBound' ? shareOfBound : (values[key] ?? null)]),
    ),
    ...(series !== undefined && { series: Object.fromEntries(series.map((key) => [key, lists[key] ?? null])) }),
    ...Object.fromEntries(bounded.map(({ key }) => [key, numberIn(common, key)])),
    ...(isBoundPerRun && { boundScope: outcome.boundScope ?? '' }),
    broken: [...new Set(violations.map(({ constraint }) => constraint))],
    timeS: ownTimeS(record),
    cpuS: machine.cpuS,
    steps: work['steps'] ?? 0,
    trajectory: feasible ? improvementsOf(trajectory, machine.trajectoryTimeS) : [],
    ...(failure !== null && { failure: failure.message }),
    ...comparison.against?.({ values, objective }, common),
  };
  const isRefuted = refutationsOf(frame, comparison).length > 0;
  return { ...frame, termination: isRefuted ? ('failed' as const) : termination };
}

/** Returns the steps, times (s) and values of the plans that improved the best plan of a run. */
function improvementsOf(trajectory: RunRecord['outcome']['trajectory'], timesS: readonly number[]) {
  const found: (readonly [steps: number, timeS: number, value: number])[] = [];
  for (const [n, [steps, plan]] of trajectory.entries()) {
    const last = found.at(-1);
    if (plan === null) continue;
    if (last === undefined || Math.abs(plan - last[2]) > TIE * Math.abs(last[2])) {
      found.push([steps, timesS[n] ?? 0, plan]);
    } else {
      // The checker's value may differ from the method's in its last digits.
      found[found.length - 1] = [last[0], last[1], plan];
    }
  }
  return found;
}
