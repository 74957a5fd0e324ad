import { US_PER_S } from '../../models/units.js';
import type { RobustInstance } from '../../models/families/robust/instance.js';
import { evaluateMapping } from '../../models/families/robust/evaluate.js';
import { normalCdf } from '../../models/families/robust/normal.js';
import type { RobustGoal } from '../../models/families/robust/plan.js';
import { robustModel, type RobustModel } from '../../models/families/robust/model.js';
import { bundledInstances } from '../../src/instances/bundled.js';
import { generatedTimes } from '../../src/families/robust/instances/generated-times.js';
import { UNLIMITED } from '../../src/methods/control.js';
import { type ConstraintHandling, type Improvements, PRINTED } from '../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../test/support/robust-improvements.js';
import { TabuSearch } from '../../src/families/robust/methods/tabu/search.js';
import { PRINTED_TABU } from '../../src/families/robust/methods/tabu/tabu.js';
import { randomStream } from '../../src/random/stream.js';

/** Number of short-hops (moves of Tabu Search) that are timed together. */
const BLOCK = 500;

/**
 * Measures the iterations per second of `tabu`, where an iteration applies all three operators. Long-hops
 * (diversification moves) are counted separately. The cost of an iteration is also given in full evaluations of a
 * mapping, which are timed in turns with the iterations. All values are medians over blocks of iterations. Run it alone
 * on the machine.
 * - node dist/bench/robust/tabu-speed.js <instance name> [seconds] [goal] [handling] [printed|improved]
 * [shared|independent]
 */
export function tabuSpeed(
  model: RobustModel,
  seconds: number,
  goal: RobustGoal,
  handling: ConstraintHandling,
  improvements: Improvements,
): Record<string, number> {
  const startS = clockS();
  const input = { model, goal, handling, improvements, control: UNLIMITED, start: null };
  const search = new TabuSearch({ ...input, random: randomStream(1, 'bench') }, PRINTED_TABU);
  const preparedS = clockS();
  // Enough evaluations to take about as long as the block they are compared with.
  const evaluations = Math.max(5, Math.round(1e6 / model.taskCount));
  const perS: number[] = [];
  const ratios: number[] = [];
  let longHopsS = 0;
  while (clockS() - preparedS < seconds) {
    const hoppedS = longHopsS;
    const beginS = clockS();
    for (let n = 0; n < BLOCK; n++) {
      if (!search.shortHop()) continue;
      const hopS = clockS();
      search.longHop();
      longHopsS += clockS() - hopS;
    }
    const iterationS = (clockS() - beginS - (longHopsS - hoppedS)) / BLOCK;
    const evaluateS = clockS();
    for (let n = 0; n < evaluations; n++) evaluateMapping(model, search.schedule);
    perS.push(1 / iterationS);
    ratios.push((evaluations * iterationS) / (clockS() - evaluateS));
  }
  const { makespanZ, energyZ } = search.best;
  return {
    medianPerS: median(perS),
    lowerDecilePerS: quantile(perS, 0.1),
    upperDecilePerS: quantile(perS, 0.9),
    iterationInEvaluations: median(ratios),
    preparationS: preparedS - startS,
    longHopsS,
    ...search.work,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    makespanZ,
    energyZ,
    psi: normalCdf(makespanZ),
    phi: normalCdf(energyZ),
  };
}

/** Returns the processor time of this process, s. Other work on the machine disturbs it less than wall-clock time. */
function clockS(): number {
  return process.cpuUsage().user / US_PER_S;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}

function bundledModel(name: string, independent: boolean): RobustModel {
  const instance = bundledInstances<RobustInstance>('robust').find(
    (bundled) => bundled.instance.name === name,
  )?.instance;
  if (instance?.workload.tasks.source !== 'generated') throw new Error(`no generated bundled instance ${name}`);
  const tasks = { ...instance.workload.tasks, ...(independent ? { columns: 'per-node' as const } : {}) };
  const drawn = { ...instance, workload: { ...instance.workload, tasks } };
  return robustModel(drawn, generatedTimes(drawn, tasks));
}

const [name, seconds, goal, handling, improvements, columns] = process.argv.slice(2);
if (name === undefined)
  throw new Error('usage: tabu-speed.js <instance> [seconds] [goal] [handling] [improvements] [columns]');
const speed = tabuSpeed(
  bundledModel(name, columns === 'independent'),
  Number(seconds ?? 10),
  (goal ?? 'mo-ec') as RobustGoal,
  (handling ?? 'dynamic') as ConstraintHandling,
  improvements === 'improved' ? IMPROVED : PRINTED,
);
process.stdout.write(`${JSON.stringify(speed, null, 2)}\n`);
