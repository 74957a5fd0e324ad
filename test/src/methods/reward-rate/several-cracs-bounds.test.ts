import { beforeAll, describe, expect, it } from 'vitest';
import { type RewardRateProblem, rewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { configLp, oraclesOf } from '../../../../src/methods/reward-rate/config-lp.js';
import type {
  ConfigurationLpInput,
  ConfigurationLpResult,
} from '../../../../src/methods/reward-rate/configuration-lp.js';
import { idleConflict } from '../../../../src/methods/reward-rate/infeasibility.js';
import { solveSeveralCracs } from '../../../../src/methods/reward-rate/several-cracs.js';
import { firstColumns } from '../../../../src/methods/reward-rate/warm-start.js';
import { UNLIMITED } from '../../../../src/methods/control.js';
import type { LpEngine } from '../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../src/solvers/linear/highs.js';
import { sharedAir } from '../../../oracle/shared-air.js';
import { type TinyFacility, tinyRandom } from '../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../support/unseeded.js';

const problemOf = ({ instance, matrix }: TinyFacility): RewardRateProblem => rewardRateProblem(instance, matrix);

/** Well mixed rooms, where products between CRACs are large, and random ones, with a plan. */
const FACILITIES = [
  sharedAir(2),
  sharedAir(5),
  ...[1, 2, 3, 4, 5].map((seed) => tinyRandom(600 + seed, { mostPlans: 300, cracs: 2 + (seed % 2) })),
  ...[11, 12].map((seed) => tinyRandom(600 + seed, { mostPlans: 300, cracs: 5 + (seed % 2) })),
].filter((facility) => idleConflict(problemOf(facility)) === null);

interface Run {
  readonly lp: ConfigurationLpResult;
  /** What the driver was told, step by step. */
  readonly told: readonly (number | null)[];
}

describe('bounds with several CRACs', () => {
  let engine: LpEngine;

  beforeAll(async () => {
    engine = await loadHighs();
  });

  async function run(
    problem: RewardRateProblem,
    stopAt = Infinity,
    more: Partial<ConfigurationLpInput> = {},
  ): Promise<Run> {
    const told: (number | null)[] = [];
    const lp = await solveSeveralCracs({
      problem,
      oracles: oraclesOf(problem),
      unitsPerNode: problem.nodeTypes.map(() => 1),
      engine,
      control: { step: ({ bound }) => Promise.resolve(told.push(bound) >= stopAt) },
      incumbent: null,
      ...more,
    });
    if (lp === null || 'failure' in lp) throw new Error('no bound');
    return { lp, told };
  }

  function expectProven({ lp, told }: Run): void {
    const bounds = told.filter((bound) => bound !== null);
    expect(bounds.length).toBeGreaterThan(0);
    // The mixture keeps every limit: a number below what it earns is no bound.
    expect(Math.min(...bounds)).toBeGreaterThanOrEqual(lp.at!.rewardPerS * (1 - 1e-9));
    for (const [n, bound] of bounds.entries()) expect(bound).toBeLessThanOrEqual(bounds[n - 1] ?? Infinity);
    expect(lp.bound.value).toBeLessThanOrEqual(bounds.at(-1)!);
  }

  it('what the driver is told bounds the mixture, never rises, and ends no lower than the certificate', async () => {
    expect(FACILITIES.length).toBeGreaterThan(5);
    for (const facility of FACILITIES) expectProven(await run(problemOf(facility)));
  }, 120_000);

  it('the same in runs that begin with what a neighbouring problem found', async () => {
    for (const facility of FACILITIES) {
      const { next } = await configLp({ problem: problemOf(facility), engine, control: UNLIMITED, ...UNSEEDED });
      const { limits } = facility.instance;
      const instance = { ...facility.instance, limits: { ...limits, powerCapW: 1.01 * limits.powerCapW } };
      const problem = problemOf({ ...facility, instance });
      expectProven(await run(problem, Infinity, { first: firstColumns(problem, next ?? null) }));
    }
  }, 120_000);

  it('a run that is stopped, at the first step or later, has a bound, and none below that of the run to its end', async () => {
    let stopped = 0;
    for (const facility of FACILITIES) {
      const problem = problemOf(facility);
      const whole = await run(problem);
      for (const share of [0, 0.1, 0.4, 0.8]) {
        const early = await run(problem, 1 + Math.floor(share * (whole.told.length - 1)));
        expect(early.lp.bound.value).toBeGreaterThanOrEqual(whole.lp.bound.value);
        stopped += early.lp.stoppedEarly ? 1 : 0;
      }
    }
    expect(stopped).toBeGreaterThan(15);
  }, 240_000);

  it('is no more than all arrivals earn, and close where many CRACs share their air', async () => {
    for (const count of [5, 12]) {
      const problem = problemOf(sharedAir(count));
      const { lp } = await run(problem);
      const arriving = problem.rewardPerTask.reduce((sum, r, i) => sum + r * problem.arrivalRatePerS[i]!, 0);
      expect(lp.bound.value).toBeLessThanOrEqual(arriving);
      // The bound that separates by CRAC is more than a hundred times the reward here.
      expect(lp.bound.value).toBeLessThan(1.2 * lp.at!.rewardPerS);
    }
  }, 60_000);
});
