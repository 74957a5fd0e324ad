import { MS_PER_S, US_PER_S } from '../../models/units.js';
import type { RobustInstance } from '../../models/families/robust/instance.js';
import type { RobustGoal } from '../../models/families/robust/plan.js';
import { normalCdf } from '../../models/families/robust/normal.js';
import { robustModel, type RobustModel } from '../../models/families/robust/model.js';
import { bundledInstances } from '../../src/instances/bundled.js';
import { generatedTimes } from '../../src/families/robust/instances/generated-times.js';
import { trialOf } from '../../src/families/robust/instances/trial.js';
import type { RunControl } from '../../src/methods/control.js';
import { geneticMethod, PRINTED_ROBUST_GA, PRINTED_ROBUST_GALS } from '../../src/families/robust/methods/genetic/ga.js';
import { evaluateMapping } from '../../models/families/robust/evaluate.js';
import { type ConstraintHandling, type Improvements, PRINTED } from '../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../test/support/robust-improvements.js';
import { randomStream } from '../../src/random/stream.js';

/**
 * Measures the generations per second of `ga` or `gals` on a bundled instance. Prints one JSON object. The initial
 * population is measured separately. Run it alone on the machine, and take the median of several runs.
 * - node dist/bench/robust/genetic-speed.js ga|gals <instance name> <seconds> [goal] [handling] [printed|improved]
 * [trial]
 */
export async function geneticSpeed(
  method: 'ga' | 'gals',
  model: RobustModel,
  seconds: number,
  goal: RobustGoal = 'mo-ec',
  handling: ConstraintHandling = 'dynamic',
  improvements: Improvements = PRINTED,
) {
  const options = method === 'ga' ? PRINTED_ROBUST_GA : PRINTED_ROBUST_GALS;
  const nowS = (): number => performance.now() / MS_PER_S;
  const cpuS = (): number => process.cpuUsage().user / US_PER_S;
  const founding = { steps: Math.ceil(options.populationSize / options.foundersPerStep), endS: 0, cpuS: 0 };
  const thousand = { steps: founding.steps + 1000 / options.advancesPerStep, endS: 0, cpuS: 0 };
  const start = nowS();
  let steps = 0;
  const control: RunControl = {
    step: () => {
      steps++;
      for (const mark of [founding, thousand]) {
        if (steps !== mark.steps) continue;
        mark.endS = nowS();
        mark.cpuS = cpuS();
      }
      return Promise.resolve(founding.endS > 0 && nowS() - founding.endS >= seconds);
    },
  };
  const outcome = await geneticMethod(
    { model, goal, handling, improvements, control, random: randomStream(1, 'bench'), start: null },
    { ...options, stallGenerations: Infinity },
  );
  const end = nowS();
  const endCpuS = cpuS();
  const { makespanZ, energyZ } = evaluateMapping(model, outcome.mapping!);
  const generations = outcome.work['generations']!;
  return {
    generations,
    perS: generations / (end - founding.endS),
    perCpuS: generations / (endCpuS - founding.cpuS),
    firstThousandPerCpuS: thousand.endS > 0 ? 1000 / (thousand.cpuS - founding.cpuS) : null,
    firstThousandPerS: thousand.endS > 0 ? 1000 / (thousand.endS - founding.endS) : null,
    foundersS: founding.endS - start,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    makespanZ,
    energyZ,
    psi: normalCdf(makespanZ),
    phi: normalCdf(energyZ),
  };
}

export function bundledModel(name: string, trial = 1): RobustModel {
  const bundled = bundledInstances<RobustInstance>('robust').find(({ instance }) => instance.name === name);
  if (bundled === undefined) throw new Error(`no bundled instance ${name}`);
  const instance = trialOf(bundled.instance, trial);
  const { tasks } = instance.workload;
  if (tasks.source !== 'generated') throw new Error(`the times of ${name} are not generated`);
  return robustModel(instance, generatedTimes(instance, tasks));
}

if (process.argv[1]?.endsWith('genetic-speed.js') === true) {
  const [method, name, seconds, goal, handling, improvements, trial] = process.argv.slice(2);
  if (name === undefined) throw new Error('usage: genetic-speed.js ga|gals <instance> <seconds> ...');
  const speed = await geneticSpeed(
    method as 'ga' | 'gals',
    bundledModel(name, Number(trial ?? 1)),
    Number(seconds ?? 10),
    (goal ?? 'mo-ec') as RobustGoal,
    (handling ?? 'dynamic') as ConstraintHandling,
    improvements === 'improved' ? IMPROVED : PRINTED,
  );
  process.stdout.write(`${JSON.stringify(speed)}\n`);
}
