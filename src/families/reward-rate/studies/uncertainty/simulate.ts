import { J_PER_KWH } from '../../../../../models/units.js';
import { pairedDifference } from '../../../../experiments/statistics.js';
import { randomStream } from '../../../../random/stream.js';
import { epochCounts, epochDrawer } from './epoch.js';
import type { SimulatedPlan, SimulatedWorkload, Uncertainty } from './model.js';
import type { DifferenceRecord, PlanRecord, SimulationRecord } from './record.js';
import { renewalLaw } from './renewal.js';
import { scenarioSource } from './scenarios.js';
import { distribution, histogram, LEVEL, wilson } from './statistics.js';

export interface SimulationRequest {
  readonly instance: string;
  readonly workload: SimulatedWorkload;
  /** Plans to simulate. The others are compared with the first. */
  readonly plans: readonly SimulatedPlan[];
  readonly uncertainty: Uncertainty;
  /** Number of samples, at least 2. */
  readonly samples: number;
  readonly seed: number;
  /** Fraction of the nominal reward whose probability of being reached is estimated. */
  readonly share: number;
  /** Called now and then so that signals can be handled. If it resolves to true, the simulation ends. */
  readonly pause: () => Promise<boolean>;
}

interface Tally {
  readonly plan: SimulatedPlan;
  readonly rewardPerS: Float64Array;
  readonly energyKWh: Float64Array;
  readonly completions: Float64Array;
  readonly served: Float64Array;
  readonly onTime: Float64Array;
  readonly short: Float64Array;
}

/** Number of samples between two calls of `pause`. */
const SAMPLES_PER_PAUSE = 128;
/** Number of bins of the reward histograms. */
const BINS = 48;

/** Simulates plans in random scenarios, with common random numbers. The same request gives the same record. */
export async function simulatePlans(request: SimulationRequest): Promise<SimulationRecord> {
  const { workload, uncertainty, samples, seed } = request;
  const random = randomStream(seed, 'uncertainty');
  const next = scenarioSource(workload, uncertainty, random);
  const law = renewalLaw(uncertainty.taskTimeCov);
  const tallies = request.plans.map((plan) => emptyTally(plan, samples, workload.taskNames.length));
  const drawers = request.plans.map((plan) => epochDrawer(plan, workload, uncertainty, law, random));
  const counts = epochCounts(workload.taskNames.length);
  const arrived = new Float64Array(workload.taskNames.length);
  let done = 0;
  while (done < samples) {
    if (done >= 2 && done % SAMPLES_PER_PAUSE === 0 && (await request.pause())) break;
    const scenario = next();
    for (const [i, count] of scenario.arrivals.entries()) arrived[i]! += count;
    for (const [p, tally] of tallies.entries()) {
      const { rewardPerS, meterW } = drawers[p]!(scenario, done, counts);
      tally.rewardPerS[done] = rewardPerS;
      tally.energyKWh[done] = (meterW * uncertainty.horizonS) / J_PER_KWH;
      for (let i = 0; i < arrived.length; i++) {
        tally.completions[i]! += counts.completions[i]!;
        tally.served[i]! += counts.served[i]!;
        tally.onTime[i]! += counts.onTime[i]! * counts.completions[i]!;
        if (counts.completions[i]! < scenario.arrivals[i]!) tally.short[i]!++;
      }
    }
    done++;
  }
  return recordOf(request, tallies, arrived, done);
}

function emptyTally(plan: SimulatedPlan, samples: number, taskTypes: number): Tally {
  const perTask = (): Float64Array => new Float64Array(taskTypes);
  return {
    plan,
    rewardPerS: new Float64Array(samples),
    energyKWh: new Float64Array(samples),
    completions: perTask(),
    served: perTask(),
    onTime: perTask(),
    short: perTask(),
  };
}

function recordOf(
  request: SimulationRequest,
  tallies: readonly Tally[],
  arrived: Float64Array,
  samples: number,
): SimulationRecord {
  const rewards = tallies.map((tally) => tally.rewardPerS.subarray(0, samples));
  const low = rewards.reduce((least, values) => values.reduce((a, b) => Math.min(a, b), least), Infinity);
  const high = rewards.reduce((most, values) => values.reduce((a, b) => Math.max(a, b), most), -Infinity);
  return {
    instance: request.instance,
    family: 'reward-rate',
    seed: request.seed,
    samples,
    termination: samples < request.samples ? 'interrupted' : 'finished',
    confidence: LEVEL,
    ...request.uncertainty,
    plans: tallies.map((tally, p) => ({
      ...planRecord(request, tally, arrived, samples),
      histogram: histogram(rewards[p]!, low, high, BINS),
    })),
    differences: tallies
      .slice(1)
      .map((tally, p) => differenceRecord(tally.plan.name, request.plans[0]!.name, rewards[p + 1]!, rewards[0]!)),
  };
}

function planRecord(
  { workload, uncertainty, share }: SimulationRequest,
  tally: Tally,
  arrived: Float64Array,
  samples: number,
): Omit<PlanRecord, 'histogram'> {
  const { name, method, feasible, nominalRewardPerS } = tally.plan;
  const rewards = tally.rewardPerS.subarray(0, samples);
  const rewardPerS = distribution(rewards);
  const seconds = samples * uncertainty.horizonS;
  // A level reached but for rounding is reached.
  const level = share * nominalRewardPerS * (1 - 1e-12);
  const reached = rewards.reduce((count, reward) => count + (reward >= level ? 1 : 0), 0);
  return {
    name,
    method,
    feasible,
    nominalRewardPerS,
    rewardPerS,
    ofNominal: nominalRewardPerS > 0 ? rewardPerS.mean / nominalRewardPerS : null,
    reaches: { share, ...wilson(reached, samples) },
    energyKWh: distribution(tally.energyKWh.subarray(0, samples)),
    taskTypes: workload.taskNames.map((task, i) => ({
      name: task,
      arrivedPerS: arrived[i]! / seconds,
      completablePerS: tally.completions[i]! / seconds,
      servedPerS: tally.served[i]! / seconds,
      onTime: uncertainty.deadlines && tally.completions[i]! > 0 ? tally.onTime[i]! / tally.completions[i]! : null,
      shortOfCores: tally.short[i]! / samples,
    })),
  };
}

export function differenceRecord(
  name: string,
  reference: string,
  values: Float64Array,
  referenceValues: Float64Array,
): DifferenceRecord {
  const { wins, losses, ties } = pairedDifference(Array.from(values), Array.from(referenceValues));
  const rewardPerS = distribution(values.map((value, n) => value - referenceValues[n]!));
  const independent = distribution(values).sd ** 2 + distribution(referenceValues).sd ** 2;
  return {
    name,
    reference,
    rewardPerS,
    wins,
    losses,
    ties,
    varianceRatio: independent > 0 ? rewardPerS.sd ** 2 / independent : null,
  };
}
