import { W_PER_KW } from '../../../../../models/units.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PricedConfiguration, PricingOracle } from '../../../../pricing/pricing-oracle.js';

/**
 * Returns the pricing problem without co-location, used by `lp`. A "configuration" is one task type in one P-state on
 * one core, with rate 1 / B (Eq. 23; B is the time of a task).
 */
export function corePricingOracle(model: RewardRateModel, type: number): PricingOracle {
  const nodeType = model.nodeTypes[type]!;
  const globalTasks = model.taskNames.length;
  const columns: Configuration[] = [
    single(type, nodeType.tasks.length, globalTasks, null),
    ...nodeType.tasks.flatMap((task, k) =>
      task.pStates.map((_, p) =>
        single(type, nodeType.tasks.length, globalTasks, {
          k,
          p,
          task: task.task,
          ratePerS: 1 / task.timeS[p]!,
          powerW: task.powerW[p]!,
        }),
      ),
    ),
  ];
  let evaluations = 0;

  const priced = (configuration: Configuration, taskPrice: Float64Array, pricePerKW: number): PricedConfiguration => {
    let value = (-pricePerKW * configuration.coreW) / W_PER_KW;
    for (let i = 0; i < globalTasks; i++) value += taskPrice[i]! * configuration.ratePerS[i]!;
    return { configuration, value, upperBound: value };
  };

  const byValue = (taskPrice: Float64Array, pricePerKW: number): PricedConfiguration[] => {
    evaluations++;
    return columns
      .map((configuration) => priced(configuration, taskPrice, pricePerKW))
      .sort((a, b) => b.value - a.value);
  };

  return {
    type,
    unitsPerNode: nodeType.cores,
    get evaluations() {
      return evaluations;
    },
    best: (taskPrice, pricePerKW) => byValue(taskPrice, pricePerKW)[0]!,
    nearBest(taskPrice, pricePerKW, loss, limit) {
      const all = byValue(taskPrice, pricePerKW);
      return all.filter(({ value }) => value >= all[0]!.value - loss).slice(0, limit);
    },
  };
}

interface Single {
  readonly k: number;
  readonly p: number;
  readonly task: number;
  readonly ratePerS: number;
  readonly powerW: number;
}

function single(type: number, localTasks: number, globalTasks: number, run: Single | null): Configuration {
  const counts = new Uint16Array(localTasks);
  const choices = new Uint8Array(localTasks);
  const ratePerS = new Float64Array(globalTasks);
  if (run !== null) {
    counts[run.k] = 1;
    choices[run.k] = run.p;
    ratePerS[run.task] = run.ratePerS;
  }
  return { type, counts, choices, ratePerS, coreW: run?.powerW ?? 0 };
}
