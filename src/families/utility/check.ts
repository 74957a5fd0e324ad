import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import { J_PER_MJ, currencyOf } from '../../../models/units.js';
import type { UtilityPlan } from '../../../models/families/utility/plan.js';
import { oneLine, significant } from '../../reports/format.js';
import { violationText } from '../../reports/wording.js';
import type { CheckOfFamily, Judged } from '../family.js';
import { checkSchedule, type ScheduleVerdict } from './check/check-schedule.js';
import { parseUtilityPlan } from './check/parse-utility-plan.js';
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
  const { utility, energyJ, costUsd, completed, dropped, preemptions, violations } = verdict;
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
      ...planFigures(instance, verdict),
    },
    lines: lines(planFile, instance, verdict),
  };
}

/** Number of significant digits of a utility or an energy in the text of the answer. */
const DIGITS = 7;

function lines(planFile: string, instance: UtilityInstance, verdict: ScheduleVerdict): string[] {
  const { utility, energyJ, costUsd, completed, dropped, violations } = verdict;
  const drawn = energyJ.map((joules) => significant(joules / J_PER_MJ, DIGITS)).join(', ');
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: ${planFile} on ${oneLine(instance.name)}.`,
    utility === null ? 'Its utility cannot be rated.' : `Utility ${significant(utility, DIGITS)} in the measured time.`,
    ...(costUsd === null
      ? []
      : [`Its cost by day ${costUsd.map((usd) => significant(usd, DIGITS)).join(', ')} ${currencyOf(instance)}.`]),
    `Energy by day ${drawn} MJ; ${completed} tasks completed, ${dropped} dropped.`,
    ...violations.map((violation) => `  ${oneLine(violationText(violation))}`),
  ];
}
