import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../../src/random/stream.js';
import { planSamplers } from '../../../../../../src/families/robust/studies/simulation/core-samplers.js';
import { simulatedPlan } from '../../../../../../src/families/robust/studies/simulation/simulated-plan.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { planOf, randomMapping } from '../../check/random-plan.js';
import { oneNode, planFor, simulate, task, tasksAlike } from './cases.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** So that some dozens of intervals all cover, but for one run in a hundred. */
const LEVEL = 0.9999;

describe('Gaussian times without overhead', () => {
  it('every probability, of cores, of phi and of all jointly, lies in its interval at 100,000 samples', async () => {
    let unsettled = 0;
    for (let seed = 1; seed <= fuzzCount(12, 6); seed++) {
      const { instance, times, model } = randomRobustModel(seed, {
        zeroOverhead: true,
        zeroVariance: false,
        energyVariance: 'correlated',
        deadlineFactor: 1.5,
        budgetFactor: 1.35,
      });
      const plan = planOf(model, randomMapping(model, randomStream(seed, 'plan')));
      const record = await simulate({ instance, times, model }, plan, { seed, level: LEVEL });
      const [gaussian, ...others] = record.laws;
      expect(others).toEqual([]);
      expect(gaussian).toMatchObject({
        law: 'gaussian',
        samples: 100_000,
        coresOutside: 0,
        least: { inside: true },
        joint: { inside: true },
        phi: { inside: true },
        energyJ: { inside: true },
        overheadJ: { mean: 0, excess: 0 },
      });
      const { energySdCorrelatedJ } = record.analytic;
      expect(Math.abs(gaussian!.energySdJ - energySdCorrelatedJ)).toBeLessThan(0.012 * energySdCorrelatedJ + 1e-9);
      const { psi, phi } = record.analytic;
      if (psi > 0.001 && psi < 0.999) unsettled++;
      if (phi > 0.001 && phi < 0.999) unsettled++;
    }
    // Else shares of 0 and 1 would have confirmed nothing.
    expect(unsettled).toBeGreaterThan(8);
  });

  it('the printed variance is caught where static and dynamic power are alike', async () => {
    const tasks = tasksAlike('t', 4, 100, 20);
    const build = (energyVariance: 'printed' | 'correlated', z: number): ReturnType<typeof oneNode> =>
      oneNode({
        staticW: 40,
        dynamicPowerW: [40],
        tasks,
        energyVariance,
        limits: { energyBudgetJ: 80 * 400 + z * 80 * 40 },
      });
    const plan = planFor([[['t0', 't1', 't2', 't3']]]);
    // Above the mean the printed figure is too high, below it too low.
    for (const [z, printedPhi, phi] of [
      [1, 0.9213504, 0.8413447],
      [-1, 0.0786496, 0.1586553],
    ] as const) {
      const printed = await simulate(build('printed', z), plan);
      expect(printed.analytic.phi).toBeCloseTo(printedPhi, 6);
      expect(printed.laws[0]).toMatchObject({
        phi: { inside: false },
        phiPrinted: { inside: false },
        phiCorrelated: { inside: true },
      });
      const correlated = await simulate(build('correlated', z), plan);
      expect(correlated.analytic.phi).toBeCloseTo(phi, 6);
      expect(correlated.laws[0]).toMatchObject({ phi: { inside: true }, phiPrinted: { inside: false } });
    }
  });

  it('finish time and energy of a core have the covariance of their P-states', () => {
    const tasks = [task('a', 100, 10), task('b', 50, 12), task('c', 70, 9)];
    const { instance, times } = oneNode({ dynamicPowerW: [30, 5], tasks });
    const simulated = simulatedPlan(
      instance,
      times,
      planFor([
        [
          ['a', 'b', 'c'],
          [0, 1, 1],
        ],
      ]),
    );
    const samplers = planSamplers(simulated, { kind: 'gaussian' }, randomStream(7, 'covariance'));
    const samples = 200_000;
    const finishS = new Float64Array(samples);
    const energyJ = new Float64Array(samples);
    samplers.cores[0]!.add(finishS, energyJ, samples);
    const variances = [31 ** 2 * 100, 6 ** 2 * 4 * (144 + 81)];
    const covariance = 31 * 100 + 6 * 4 * (144 + 81);
    const slope = covariance / (100 + 4 * (144 + 81));
    let found = 0;
    for (let s = 0; s < samples; s++) found += (finishS[s]! - 340) * (energyJ[s]! - 31 * 100 - 6 * 240);
    expect(Math.abs(found / samples / covariance - 1)).toBeLessThan(0.02);
    const rest = variances[0]! + variances[1]! - slope * covariance;
    expect(samplers.residualEnergySdJ).toBeCloseTo(Math.sqrt(rest), 9);
  });
});

describe('node overhead', () => {
  it('until the last core really ends costs more than until the last to be expected (Eq. 9)', async () => {
    const one = oneNode({ cores: 2, overheadPowerW: 50, tasks: [task('a', 100, 10), task('b', 100, 10)] });
    const { laws, analytic } = await simulate(one, planFor([[['a']], [['b']]]));
    const { overheadJ, energyJ } = laws[0]!;
    expect(analytic.overheadJ).toBe(5000);
    // E max of two normals alike = mean + sd / sqrt(pi).
    const known = 50 * (100 + 10 / Math.sqrt(Math.PI));
    expect(overheadJ.interval.low).toBeLessThan(known);
    expect(overheadJ.interval.high).toBeGreaterThan(known);
    expect(overheadJ).toMatchObject({ inside: false });
    expect(overheadJ.excessInterval.low).toBeGreaterThan(270);
    expect(energyJ.inside).toBe(false);
  });

  it('varies together with the core it waits for, which Eq. 10 leaves out', async () => {
    const limits = { energyBudgetJ: 61 * 100 + 61 * 10 };
    const one = oneNode({ overheadPowerW: 50, dynamicPowerW: [10], tasks: [task('a', 100, 10)], limits });
    const { laws, analytic } = await simulate(one, planFor([[['a']]]));
    expect(analytic.energySdCorrelatedJ).toBeCloseTo(10 * Math.hypot(50, 11), 9);
    expect(Math.abs(laws[0]!.energySdJ / 610 - 1)).toBeLessThan(0.01);
    expect(laws[0]!.phi).toMatchObject({ inside: false });
    expect(Math.abs(laws[0]!.phi.probability - 0.8413)).toBeLessThan(0.005);
    expect(laws[0]!.energyJ.inside).toBe(true);
  });

  it('of a node with idle cores is never negative, though Gaussian times may be', async () => {
    const one = oneNode({ cores: 2, overheadPowerW: 50, tasks: [task('a', 1, 10)] });
    const { laws } = await simulate(one, planFor([[['a']], [[]]]));
    // E max(0, N(1, 100)).
    expect(laws[0]!.overheadJ.mean / 50).toBeCloseTo(4.509, 1);
    expect(laws[0]!.negativeTimes.largestProbability).toBeCloseTo(0.4601722, 6);
    expect(laws[0]!.negativeTimes.anyProbability).toBeCloseTo(0.4601722, 6);
  });
});
