import type { Values } from '../../experiments/record.js';
import { relativeGap } from '../../runs/relative-gap.js';
import { TIE } from '../analysis/cases.js';
import type { RunRecord } from '../plan/record.js';
import { type BoundFrame, heldBy, numberIn, ON_OBJECTIVE, ownTimeS, refutationsOf } from './certificates.js';
import type { Comparison } from './comparison.js';

/** The record of one run of a method, within that of a comparison. */
export type RunFrame = ReturnType<typeof frameOf>;

/** Returns a run in the form that the comparison's record contains, with its gap to the bound of its trial. */
export function frameOf(comparison: Comparison, record: RunRecord, trial: number, common: BoundFrame | null) {
  const { certificates, isBoundPerRun, boundOn, figures, series } = comparison;
  const { run, outcome, machine } = record;
  const { termination, failure, violations, values, rules, work, trajectory } = outcome;
  const method = run.method!;
  const feasible = outcome.feasible === true;
  const objective = feasible ? outcome.objective : null;
  const { planFrom, covered } = values;
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
    ...Object.fromEntries(
      figures.map(({ key }) => [key, key === 'shareOfBound' ? shareOfBound : (values[key] ?? null)]),
    ),
    ...(series !== undefined && { series: Object.fromEntries(series.map((key) => [key, listIn(values, key)])) }),
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

function listIn(values: Values, key: string): readonly (number | null)[] | null {
  return (values[key] ?? null) as readonly (number | null)[] | null;
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
