import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import { currencyOf } from '../../../models/units.js';
import type { UtilityPlan } from '../../../models/families/utility/plan.js';
import { countOf, inUnit, joules, oneLine, plain, significant } from '../../reports/format.js';
import { violationLines } from '../../reports/wording.js';
import type { CheckOfFamily, Judged } from '../family.js';
import type { AnnualAccount } from './check/annual-account.js';
import { checkSchedule, type ScheduleVerdict } from './check/check-schedule.js';
import { parseUtilityPlan } from './check/parse-utility-plan.js';
import { daysAfter } from './report/wording.js';
import { knownOptimumWarnings } from './runs/known-optimum.js';
import { planFigures } from './runs/plan-figures.js';
import { openUtility, type OpenedWork, openedWork } from './runs/open.js';
import type { LoadedUtility } from './instances/load.js';

type Checked = LoadedUtility & OpenedWork;

export const checkOfUtility: CheckOfFamily<Checked, UtilityPlan> = {
  open: (file, { words }) => {
    const opened = openUtility(file, words['trace'] as string | undefined);
    if (!opened.ok) return opened;
    const known = openedWork(opened, file);
    return known.ok ? { ...opened, ...known } : known;
  },
  parse: (text, file, fits) =>
    parseUtilityPlan(text, file, fits === undefined ? undefined : { name: fits.instance.name, sha256: fits.sha256 }),
  judge,
};

function judge({ instance, workload, room }: Checked, plan: UtilityPlan, planFile: string): Judged {
  const verdict = checkSchedule(instance, workload, plan, room?.matrix);
  const { utility, energyJ, costUsd, completed, dropped, preemptions, service, annualBudget, violations } = verdict;
  return {
    ok: true,
    objective: utility,
    objectiveUnit: 'utility',
    violations,
    warnings: knownOptimumWarnings(instance, { bound: null, earned: violations.length === 0 ? utility : null }),
    details: {
      environment: instance.environment,
      energyJ,
      ...(costUsd === null ? {} : { costUsd }),
      completed,
      dropped,
      preemptions,
      service,
      ...(instance.annualEnergyBudget === undefined ? {} : { annualBudget }),
      ...planFigures(instance, verdict),
    },
    lines: lines(planFile, instance, verdict),
  };
}

function lines(planFile: string, instance: UtilityInstance, verdict: ScheduleVerdict): string[] {
  const { utility, energyJ, costUsd, completed, dropped, annualBudget, violations } = verdict;
  const byDay = (values: readonly number[], unit: string): string => {
    const beside = Math.max(...values.map(Math.abs));
    return values.map((value) => plain(inUnit(value, unit, { beside, currency: currencyOf(instance) }))).join(', ');
  };
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: ${planFile} on ${oneLine(instance.name)}.`,
    utility === null ? 'Its utility cannot be rated.' : `Utility ${significant(utility)} in the measured time.`,
    ...(costUsd === null ? [] : [`Its cost by day ${byDay(costUsd, 'USD')}.`]),
    `Energy by day ${byDay(energyJ, 'J')}; ${countOf(completed, 'task')} completed, ${dropped} dropped.`,
    ...(annualBudget === null ? [] : [annualLine(annualBudget)]),
    ...violationLines(violations),
  ];
}

function annualLine({ dayBudgetJ, drawnJ, daysLeft, nextDayBudgetJ }: AnnualAccount): string {
  const [budget, drawn] = [dayBudgetJ, drawnJ].map((energyJ) => plain(joules(energyJ)));
  const own = `Of the year's energy this day may draw ${budget} and draws ${drawn}`;
  if (nextDayBudgetJ === null) return `${own}; it is the last.`;
  return `${own}: ${plain(joules(nextDayBudgetJ))} for ${daysAfter(daysLeft - 1)}.`;
}
