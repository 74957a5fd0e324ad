import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { configurationBound } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { type BestPlan, bruteForce, type NodeOption, oracle } from '../../../../../oracle/brute-force.js';
import { bestMixture } from '../../../../../oracle/mixtures.js';
import { greatestRoom, robustOracle, tinyUncertain, withUncertainty } from '../../../../../oracle/robust-rooms.js';
import { standbyOracle, withSleep } from '../../../../../oracle/standby-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';

const ROOMS = fuzzCount(10_000, 300);

interface Outcome {
  readonly seed: number;
  readonly best: BestPlan | null;
  readonly isConflict: boolean;
  /** Flag, true if the idle room meets its cap to within rounding: then either word on it is right. */
  readonly isClose: boolean;
  readonly mixture: number;
  readonly bound: number;
  /** Best plan of the stated room, of which more may be wanted than it can give in others. */
  readonly nominal: number;
}

describe('the bound on plans that keep their limits in every room of an uncertainty set', () => {
  const outcomes: Outcome[] = [];

  beforeAll(async () => {
    const engine = await loadHighs();
    for (let seed = 1; seed <= ROOMS; seed++) outcomes.push(await outcomeOf(seed, engine));
  });

  it('is exceeded by no plan that keeps them at every vertex of the sets of rows, with powers and times at their greatest', () => {
    const feasible = outcomes.filter(({ best }) => best !== null);
    expect(feasible.length).toBeGreaterThan(0.6 * ROOMS);
    const wrong = feasible.filter(({ best, bound }) => !(best!.rewardPerS <= above(bound)));
    expect(wrong.map(({ seed }) => seed)).toEqual([]);
    // The set matters in many of them.
    expect(feasible.filter(({ best, nominal }) => best!.rewardPerS < 0.99 * nominal).length).toBeGreaterThan(
      0.2 * ROOMS,
    );
    expect(feasible.filter(({ bound, nominal }) => bound < 0.99 * nominal).length).toBeGreaterThan(0.1 * ROOMS);
  });

  it('is exceeded by no mixture of configurations that keeps them on average', () => {
    expect(outcomes.filter(({ mixture, bound }) => !(mixture <= above(bound))).map(({ seed }) => seed)).toEqual([]);
  });

  it('is wanted exactly where some plan keeps them: elsewhere the idle room already breaks one', () => {
    expect(
      outcomes
        .filter(({ best, isConflict, isClose }) => !isClose && (best === null) !== isConflict)
        .map(({ seed }) => seed),
    ).toEqual([]);
  });
});

function above(bound: number): number {
  return bound * (1 + 1e-9) + 1e-12;
}

async function outcomeOf(seed: number, engine: LpEngine): Promise<Outcome> {
  // With two CRACs plans have one set-point, and no capacities of CRACs.
  const cracs = seed % 3 === 0 ? 2 : 1;
  const drawn = tinyUncertain(seed, cracs, 1000);
  const sleeps = seed % 4 === 0;
  const robust = withUncertainty(sleeps ? withSleep(drawn, seed) : drawn, seed);
  const greatest = greatestRoom(robust);
  const truth = robustOracle(robust, sleeps ? standbyOracle(greatest) : oracle(greatest.instance, greatest.matrix));
  const hot: NodeOption[][] = [];
  const { best } = bruteForce(truth, (choice) => hot.push([...choice]));
  const model = withStandby(rewardRateModel(robust.instance, robust.matrix));
  const isConflict = idleConflict(model) !== null;
  const idle = truth.operate(truth.zones.map(({ idleW }) => idleW));
  const isClose = Math.abs(idle.totalW(idle.warmestC) / robust.instance.limits.powerCapW - 1) < 1e-12;
  if (best === null || isConflict) return { seed, best, isConflict, isClose, mixture: 0, bound: 0, nominal: 0 };
  const mixture = sleeps ? 0 : bestMixture(truth, hot, best.choice, randomStream(seed, 'mixtures').uniform);
  const certificate = await configurationBound({ model, engine, control: UNLIMITED, ...UNSEEDED }, null);
  const stated = bruteForce(sleeps ? standbyOracle(robust) : oracle(robust.instance, robust.matrix)).best;
  return {
    seed,
    best,
    isConflict,
    isClose,
    mixture,
    bound: certificate?.boundRewardPerS ?? NaN,
    nominal: stated?.rewardPerS ?? 0,
  };
}
