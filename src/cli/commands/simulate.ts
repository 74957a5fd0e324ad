import { basename, join } from 'node:path';
import type { RewardRatePlan } from '../../../models/problems/reward-rate/plan.js';
import { checkPlan } from '../../families/reward-rate/check/check-plan.js';
import { CheckerLimitError } from '../../check/limit-error.js';
import { parsePlan } from '../../families/reward-rate/check/parse-plan.js';
import type { Problem } from '../../instances/problem.js';
import { readPlanText } from '../../instances/plan-text.js';
import { simulationText } from '../../families/reward-rate/report/simulation-summary.js';
import { writeFileSet } from '../../runs/file-set.js';
import { errorObstacle } from '../../runs/files.js';
import { type OpenedProblem, openProblem } from '../../families/reward-rate/runs/open.js';
import type { SimulatedPlan, Uncertainty } from '../../families/reward-rate/studies/uncertainty/model.js';
import { simulatedPlan, simulatedWorkload } from '../../families/reward-rate/studies/uncertainty/simulated-plan.js';
import { simulatePlans } from '../../families/reward-rate/studies/uncertainty/simulate.js';
import { distinctNames } from '../distinct-names.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { printJson, printLines, refuse } from '../output.js';
import { unwritable, outputProblem } from '../../workbench/places.js';

export interface SimulateOptions {
  readonly samples: number;
  readonly seed: number;
  readonly horizon: number;
  readonly timeCov: number;
  readonly arrivalCov: number;
  readonly taskCov: number;
  readonly deadlines?: boolean;
  readonly idleCores: Uncertainty['idleCores'];
  readonly share: number;
  readonly out?: string;
  readonly force?: boolean;
  readonly json: boolean;
}

/** `plenum simulate`: plans under uncertain times and arrivals. Exit code 3 when one of them breaks a limit. */
export async function simulateCommand(
  file: string,
  planFiles: readonly string[],
  options: SimulateOptions,
): Promise<number> {
  const { out, json } = options;
  const targets = out === undefined ? [] : [join(out, 'simulation.json'), join(out, 'simulation.html')];
  const inTheWay = outputProblem('--out', targets, { inputs: [file, ...planFiles], force: options.force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const opened = openProblem(file);
  const read = planFiles.map((planFile) => readPlan(planFile, opened.ok ? opened.instance.name : null));
  const problems = [
    ...(opened.ok ? [] : opened.problems),
    ...read.flatMap((one) => ('problem' in one ? one.problem : [])),
  ];
  if (!opened.ok || problems.length > 0) return refuse(problems, json);
  const names = distinctNames(planFiles);
  const plans = read.map((one, n) => prepared(opened, (one as Read).plan, planFiles[n]!, names[n]!));
  const refused = plans.flatMap((plan) => ('problem' in plan ? [plan.problem] : []));
  if (refused.length > 0) return refuse(refused, json);

  const interrupt = interruptSwitch();
  try {
    const record = await simulatePlans({
      instance: opened.instance.name,
      workload: simulatedWorkload(opened),
      plans: plans as SimulatedPlan[],
      uncertainty: {
        timeFactorCov: options.timeCov,
        arrivalFactorCov: options.arrivalCov,
        taskTimeCov: options.taskCov,
        horizonS: options.horizon,
        deadlines: options.deadlines ?? false,
        idleCores: options.idleCores,
      },
      samples: options.samples,
      seed: options.seed,
      share: options.share,
      pause: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return interrupt.asked();
      },
    });
    if (json) printJson(record);
    else printLines(simulationText(record));
    if (out !== undefined) {
      const { simulationPage } = await import('../../families/reward-rate/report/html/simulation-page.js');
      try {
        const page = simulationPage(record);
        const text = `${JSON.stringify(record, null, 1)}\n`;
        writeFileSet(out, new Map([...targets].reverse().map((file, n) => [basename(file), n === 0 ? page : text])));
      } catch (error) {
        return refuse([unwritable('--out', errorObstacle(out, error))], false);
      }
      if (!json) printLines(targets.map((target) => `written       ${target}`).join('\n'));
    }
    for (const [n, one] of read.entries()) {
      if ((one as Read).plan.instance.sha256 === opened.sha256) continue;
      process.stderr.write(
        `Note: ${planFiles[n]!} was made for another version of the instance (its SHA-256 differs).\n`,
      );
    }
    return record.plans.every(({ feasible }) => feasible) ? EXIT.solved : EXIT.noFeasiblePlan;
  } finally {
    interrupt.release();
  }
}

interface Read {
  readonly plan: RewardRatePlan;
}

/** `instance`: the name the plan must have been made for, or null when that is not known. */
function readPlan(file: string, instance: string | null): Read | { readonly problem: readonly Problem[] } {
  const text = readPlanText(file);
  const parsed = text.ok ? parsePlan(text.text, file) : text;
  if ('problems' in parsed) return { problem: parsed.problems };
  const { plan } = parsed;
  if (instance === null || plan.instance.name === instance) return { plan };
  const remedy = 'Name the instance the plan was made for, or change the name in the plan to try it here.';
  const allowed = `a plan for ${JSON.stringify(instance)}`;
  return { problem: [{ file, path: 'instance.name', value: plan.instance.name, allowed, remedy }] };
}

/** Plans that cannot be run or rated at all are refused; those that only break a limit are simulated and marked. */
function prepared(
  opened: OpenedProblem,
  plan: RewardRatePlan,
  file: string,
  name: string,
): SimulatedPlan | { readonly problem: Problem } {
  try {
    const evaluation = checkPlan(opened.instance, opened.matrix, plan);
    const fault = evaluation.violations.find(({ constraint }) =>
      ['plan', 'coreTime', 'nonFinite'].includes(constraint),
    );
    if (fault === undefined) return simulatedPlan(opened, plan, evaluation, name);
    const remedy = 'plenum check lists everything that is wrong with it.';
    return {
      problem: {
        file,
        path: '',
        value: `${fault.constraint}: ${fault.where}`,
        allowed: 'a plan that can be run',
        remedy,
      },
    };
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    const [value = '', ...remedy] = error.message.split('\n');
    return {
      problem: { file, path: '', value, allowed: 'a plan that can be rated exactly', remedy: remedy.join(' ') },
    };
  }
}
