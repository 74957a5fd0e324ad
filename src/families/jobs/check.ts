import { knownOptimumWarnings } from '../../../models/families/known-optimum.js';
import type { JobsPlan } from '../../../models/families/jobs/plan.js';
import { countOf, joules, oneLine, plain, significant } from '../../reports/format.js';
import { violationLines } from '../../reports/wording.js';
import type { CheckOfFamily, Judged } from '../family.js';
import { checkMonth, type MonthVerdict } from './check/check-month.js';
import { parseJobsPlan } from './check/parse-jobs-plan.js';
import { planFigures } from './runs/plan-figures.js';
import { type LoadedJobs, loadJobsInstance } from './instances/load.js';

export const checkOfJobs: CheckOfFamily<LoadedJobs, JobsPlan> = {
  open: (file) => loadJobsInstance(file),
  parse: (text, file, fits) =>
    parseJobsPlan(text, file, fits === undefined ? undefined : { name: fits.instance.name, sha256: fits.sha256 }),
  judge,
};

function judge({ instance, workload, room }: LoadedJobs, plan: JobsPlan, planFile: string): Judged {
  const verdict = checkMonth(instance, workload, plan, room?.matrix ?? null);
  const { value, energyJ, outcomes, moves, service, violations } = verdict;
  const earned = violations.length === 0 ? value : null;
  return {
    ok: true,
    objective: value,
    objectiveUnit: 'value',
    violations,
    warnings: knownOptimumWarnings('knownOptimum.value', instance.knownOptimum?.value, { bound: null, earned }),
    details: { energyJ, outcomes, moves, service, ...planFigures(plan, verdict) },
    lines: lines(planFile, instance.name, verdict),
  };
}

function lines(
  planFile: string,
  name: string,
  { value, energyJ, outcomes, moves, violations }: MonthVerdict,
): string[] {
  const { inTime, late, worthless, dropped } = outcomes;
  const isRated = value !== null && energyJ !== null;
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: ${planFile} on ${oneLine(name)}.`,
    isRated ? `Value ${significant(value)}, energy ${plain(joules(energyJ))}.` : 'Its value cannot be rated.',
    `${countOf(inTime + late + worthless + dropped, 'job')}: ${inTime} in time, ${late} late, ${worthless} at no value, ${dropped} dropped; ${countOf(moves, 'move')}.`,
    ...violationLines(violations),
  ];
}
