import type { RandomStream } from '../../../../random/stream.js';
import { planSamplers, type PlanSamplers } from './core-samplers.js';
import type { TimeLaw } from './laws.js';
import type { SimulatedPlan } from './simulated-plan.js';

/** Counts and energies over all samples drawn under one law of task times. */
export interface Tally {
  readonly samplers: PlanSamplers;
  readonly samples: number;
  /** True if `pause` ended the simulation before all samples were drawn. */
  readonly interrupted: boolean;
  /** For each core with tasks, in node order, number of samples in which it finished by the deadline. */
  readonly inTime: Float64Array;
  readonly allInTime: number;
  readonly withinBudget: number;
  /** Number of samples in which all cores finished by the deadline and the energy was within the budget. */
  readonly both: number;
  /** Energy of each sample, J. */
  readonly energyJ: Float64Array;
  readonly overheadJ: Float64Array;
}

export interface DrawRequest {
  readonly law: TimeLaw;
  readonly samples: number;
  /** Maximum number of random numbers drawn in all. If a sample needs many, fewer samples than requested are drawn. */
  readonly drawLimit: number;
  readonly random: RandomStream;
  readonly pause: () => Promise<boolean>;
}

/** Number of samples that are drawn together, core by core. */
const BLOCK = 20_000;
/** Minimum number of samples; a standard deviation needs two. */
const FEWEST_SAMPLES = 2;
/** Factor on deadline and budget that allows for rounding errors. */
const ROUNDING = 1 + 1e-12;

/** Draws samples of the plan and returns counts and energies. An interrupted block of samples is discarded. */
export async function drawSamples(plan: SimulatedPlan, request: DrawRequest): Promise<Tally> {
  const samplers = planSamplers(plan, request.law, request.random);
  const affordable = Math.max(FEWEST_SAMPLES, Math.floor(request.drawLimit / Math.max(1, samplers.drawsPerSample)));
  const wanted = Math.min(request.samples, affordable);
  const rest = request.random.fork('energy beyond times');
  const energyJ = new Float64Array(wanted);
  const overheadJ = new Float64Array(wanted);
  const inTime = new Float64Array(samplers.cores.length);
  const block = emptyBlock(Math.min(BLOCK, wanted), samplers.cores.length);
  let [done, allInTime, withinBudget, both] = [0, 0, 0, 0];
  while (done < wanted) {
    const count = Math.min(BLOCK, wanted - done);
    const energy = energyJ.subarray(done, done + count);
    const overhead = overheadJ.subarray(done, done + count);
    if (!(await drawBlock(plan, samplers, block, energy, overhead, request.pause))) break;
    for (let s = 0; s < count; s++) {
      energy[s]! += overhead[s]! + samplers.residualEnergySdJ * rest.normal();
      const isInTime = block.late[s] === 0;
      const isWithinBudget = energy[s]! <= plan.energyBudgetJ * ROUNDING;
      if (isInTime) allInTime++;
      if (isWithinBudget) withinBudget++;
      if (isInTime && isWithinBudget) both++;
    }
    for (let c = 0; c < inTime.length; c++) inTime[c]! += block.inTime[c]!;
    done += count;
  }
  return {
    samplers,
    samples: done,
    interrupted: done < wanted,
    inTime,
    allInTime,
    withinBudget,
    both,
    energyJ: energyJ.subarray(0, done),
    overheadJ: overheadJ.subarray(0, done),
  };
}

interface Block {
  readonly finishS: Float64Array;
  /** For each sample, time at which the last core of the node that is being drawn finishes, s. */
  readonly lastS: Float64Array;
  /** For each sample, number of cores that miss the deadline. */
  readonly late: Int32Array;
  readonly inTime: Float64Array;
}

function emptyBlock(samples: number, cores: number): Block {
  return {
    finishS: new Float64Array(samples),
    lastS: new Float64Array(samples),
    late: new Int32Array(samples),
    inTime: new Float64Array(cores),
  };
}

/**
 * Draws one block of samples. Adds the energies to `energyJ` and `overheadJ`, which must be 0. Returns false if it was
 * interrupted.
 */
async function drawBlock(
  plan: SimulatedPlan,
  samplers: PlanSamplers,
  block: Block,
  energyJ: Float64Array,
  overheadJ: Float64Array,
  pause: () => Promise<boolean>,
): Promise<boolean> {
  const { finishS, lastS, late, inTime } = block;
  const count = energyJ.length;
  const deadlineS = plan.deadlineS * ROUNDING;
  late.fill(0);
  inTime.fill(0);
  let c = 0;
  for (const { cores, hasIdleCores, overheadW } of plan.nodes) {
    if (await pause()) return false;
    lastS.fill(hasIdleCores ? 0 : -Infinity);
    for (let k = 0; k < cores.length; k++, c++) {
      finishS.fill(0);
      samplers.cores[c]!.add(finishS, energyJ, count);
      let timely = 0;
      for (let s = 0; s < count; s++) {
        const finish = finishS[s]!;
        if (finish > lastS[s]!) lastS[s] = finish;
        if (finish <= deadlineS) timely++;
        else late[s]!++;
      }
      inTime[c] = timely;
    }
    for (let s = 0; s < count; s++) overheadJ[s]! += overheadW * lastS[s]!;
  }
  return true;
}
