import type { RandomStream } from '../../../../random/stream.js';
import { variates } from '../../../../random/variates.js';
import { standardised, type TaskClass, type TimeLaw } from './laws.js';
import type { SimulatedCore, SimulatedPlan } from './simulated-plan.js';
import { type SumSeries, sumSeries, tableGrid, TABLE_INTERVALS, tabulate, type Waves, waves } from './sum-series.js';

/** Draws random finish times of one core, together with the energy of its tasks. */
export interface CoreSampler {
  /**
   * Makes `count` draws. Adds the finish times to the first `count` entries of `finishS` (s), the energies to those of
   * `energyJ` (J).
   */
  readonly add: (finishS: Float64Array, energyJ: Float64Array, count: number) => void;
}

export interface PlanSamplers {
  /** Samplers in the order of nodes and cores of the plan. */
  readonly cores: readonly CoreSampler[];
  /**
   * Standard deviation of the part of the plan's energy that is independent of finish times, J. This part is drawn once
   * for each sample of the plan.
   */
  readonly residualEnergySdJ: number;
  /** Number of random numbers that are drawn for one sample of the whole plan. */
  readonly drawsPerSample: number;
  /** Number of tasks whose times are drawn individually. */
  readonly tasksOneByOne: number;
  /** Number of tasks whose times are not drawn individually. Instead, the sums of several tasks' times are drawn. */
  readonly tasksInSums: number;
}

/** Minimum number of tasks whose total time is drawn as one sum. Fewer tasks are drawn as fast one by one. */
const FEWEST_IN_SUM = 3;

export function planSamplers(plan: SimulatedPlan, law: TimeLaw, random: RandomStream): PlanSamplers {
  const cores = plan.nodes.flatMap((node) => node.cores);
  // One stream for all cores: streams of their own could, very rarely, begin alike.
  const stream = random.fork('times');
  if (law.kind === 'gaussian') return gaussianSamplers(cores, stream);
  const errors = law.kind === 'empirical' ? standardised(law.relativeTimes) : null;
  const shared: Shared = {
    waves: waves(),
    table: new Float64Array(TABLE_INTERVALS + 1),
    guide: new Int32Array(GUIDES + 1),
  };
  let [tasksOneByOne, tasksInSums, sums] = [0, 0, 0];
  const samplers = cores.map(({ classes }): CoreSampler => {
    const parts = classes.map((one): CoreSampler => {
      const series =
        law.kind === 'empirical' || one.meanS.length < FEWEST_IN_SUM
          ? null
          : sumSeries(law.kind, one.meanS, one.varianceS2);
      if (series === null) {
        tasksOneByOne += one.meanS.length;
        return classSampler(one, taskSampler(law.kind, errors, stream));
      }
      tasksInSums += one.meanS.length;
      sums++;
      return sumSampler(one.powerW, series, shared, stream);
    });
    return {
      add: (finishS, energyJ, count) => {
        for (const part of parts) part.add(finishS, energyJ, count);
      },
    };
  });
  return { cores: samplers, residualEnergySdJ: 0, drawsPerSample: tasksOneByOne + sums, tasksOneByOne, tasksInSums };
}

/**
 * Returns samplers for the Gaussian law. Finish time S and energy E of a core are jointly normal: E = mean(E) + (Cov(E,
 * S) / Var(S)) (S - mean(S)) + a normal variable independent of S. The independent parts of all cores are drawn as one
 * normal variable.
 */
function gaussianSamplers(cores: readonly SimulatedCore[], stream: RandomStream): PlanSamplers {
  let rest = 0;
  let tasks = 0;
  const samplers = cores.map(({ classes }): CoreSampler => {
    let [finishS, energyJ, variance, covariance, energyVariance] = [0, 0, 0, 0, 0];
    for (const { powerW, meanS, varianceS2 } of classes) {
      const mean = total(meanS);
      const spread = total(varianceS2);
      tasks += meanS.length;
      finishS += mean;
      energyJ += powerW * mean;
      variance += spread;
      covariance += powerW * spread;
      energyVariance += powerW ** 2 * spread;
    }
    const sdS = Math.sqrt(variance);
    const slopeW = variance > 0 ? covariance / variance : 0;
    rest += Math.max(0, energyVariance - slopeW * covariance);
    return {
      add: (intoS, intoJ, count) => {
        for (let s = 0; s < count; s++) {
          const deviationS = sdS * stream.normal();
          intoS[s]! += finishS + deviationS;
          intoJ[s]! += energyJ + slopeW * deviationS;
        }
      },
    };
  });
  return {
    cores: samplers,
    residualEnergySdJ: Math.sqrt(rest),
    drawsPerSample: cores.length + 1,
    tasksOneByOne: 0,
    tasksInSums: tasks,
  };
}

/** Returns a sampler that draws the times of a class of tasks one by one. Constant times need no draw. */
function classSampler(
  { powerW, meanS, varianceS2 }: TaskClass,
  samplerOf: (mean: number, variance: number) => () => number,
): CoreSampler {
  let fixedS = 0;
  const draws: (() => number)[] = [];
  for (const [t, mean] of meanS.entries()) {
    if (varianceS2[t]! > 0) draws.push(samplerOf(mean, varianceS2[t]!));
    else fixedS += mean;
  }
  return {
    add: (finishS, energyJ, count) => {
      for (let s = 0; s < count; s++) {
        let time = fixedS;
        for (const draw of draws) time += draw();
        finishS[s]! += time;
        energyJ[s]! += powerW * time;
      }
    },
  };
}

/**
 * Returns a function that makes samplers. From the mean and the variance of a task's time, both positive, it makes a
 * sampler of this time.
 */
function taskSampler(
  law: Exclude<TimeLaw['kind'], 'gaussian'>,
  errors: Float64Array | null,
  stream: RandomStream,
): (mean: number, variance: number) => () => number {
  const draw = variates(stream);
  if (law === 'gamma') return (mean, variance) => draw.gamma(mean ** 2 / variance, variance / mean);
  if (errors === null) {
    return (mean, variance) => {
      const logVariance = Math.log1p(variance / (mean * mean));
      const logSd = Math.sqrt(logVariance);
      return () => mean * Math.exp(logSd * stream.normal() - logVariance / 2);
    };
  }
  return (mean, variance) => {
    const sd = Math.sqrt(variance);
    return () => mean + sd * errors[Math.floor(stream.uniform() * errors.length)]!;
  };
}

/**
 * Buffers that all classes of tasks use in turn: cosines and sines, the table of a distribution function, and the guide
 * to this table.
 */
interface Shared {
  readonly waves: Waves;
  readonly table: Float64Array;
  readonly guide: Int32Array;
}

/**
 * Number of intervals of the guide, which shortens searches in the table of a distribution function. Entry g holds the
 * index of the table point at which a search for the value g / GUIDES begins.
 */
const GUIDES = 1024;

/**
 * Returns a sampler of the sum of the task times of a class. It inverts the distribution function of the sum,
 * interpolated in a table.
 */
function sumSampler(powerW: number, series: SumSeries, shared: Shared, stream: RandomStream): CoreSampler {
  const { firstS, stepS } = tableGrid(series);
  return {
    add: (finishS, energyJ, count) => {
      const { table, guide } = shared;
      tabulate(series, shared.waves, table);
      fillGuide(table, guide);
      for (let s = 0; s < count; s++) {
        const share = stream.uniform();
        let n = guide[Math.floor(share * GUIDES)]!;
        while (table[n + 1]! <= share) n++;
        const time = firstS + stepS * (n + (share - table[n]!) / (table[n + 1]! - table[n]!));
        finishS[s]! += time;
        energyJ[s]! += powerW * time;
      }
    },
  };
}

/** Fills the guide. Entry g is the index of the last table point whose value is at most g / GUIDES. */
function fillGuide(table: Float64Array, guide: Int32Array): void {
  let n = 0;
  for (let g = 0; g <= GUIDES; g++) {
    while (n < TABLE_INTERVALS - 1 && table[n + 1]! <= g / GUIDES) n++;
    guide[g] = n;
  }
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
