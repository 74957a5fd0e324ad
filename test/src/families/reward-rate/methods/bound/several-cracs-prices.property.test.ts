import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { certificateOf } from '../../../../../../src/families/reward-rate/methods/bound/certificate.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import type { ConfigurationLpResult } from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { solveSeveralCracs } from '../../../../../../src/families/reward-rate/methods/bound/several-cracs.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bestFixedSetPoints, fixedSetPointsLp } from '../../../../../oracle/fixed-set-points-lp.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import type { TinyFacility } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** By seed: how much CRACs share. Cap and red line bind in all but the second, where all arrivals are served. */
const HALLS = [
  [9, 0.02],
  [15, 0.02],
  [17, 1],
  [24, 0.02],
  [39, 0.02],
] as const;

describe('with several CRACs', () => {
  let engine: LpEngine;

  beforeAll(async () => {
    engine = await loadHighs();
  });

  async function solved(facility: TinyFacility, mostGroups?: number): Promise<ConfigurationLpResult> {
    const model = rewardRateModel(facility.instance, facility.matrix);
    const lp = await solveSeveralCracs({
      model,
      oracles: oraclesOf(model),
      engine,
      control: UNLIMITED,
      incumbent: null,
      ...(mostGroups === undefined ? {} : { mostSingleZones: 0, mostGroups }),
    });
    if (lp === null || 'failure' in lp) throw new Error('no bound');
    return lp;
  }

  it('marginal values are what a re-optimised facility gains and loses, set-points moving along', async () => {
    let bound = 0;
    for (const [seed, shared] of HALLS.slice(0, fuzzCount(3, 2))) {
      const facility = randomHalls(seed, 12, 3, shared);
      const { instance, matrix } = facility;
      const lp = await solved(facility);
      const { marginal, lines } = certificateOf(rewardRateModel(instance, matrix), lp);
      // Prices that describe the facility prove no line.
      expect(lines).toBeNull();
      const here = bestFixedSetPoints(facility, engine, [...lp.at!.setPointsC]);
      expect(here.rewardPerS).toBeLessThanOrEqual(lp.bound.value * (1 + 1e-7));
      const earns = (capW: number, redLineC: number): number => {
        const limits = { powerCapW: instance.limits.powerCapW + capW, redLineC: instance.limits.redLineC + redLineC };
        return bestFixedSetPoints({ matrix, instance: { ...instance, limits } }, engine, here.setPointsC).rewardPerS;
      };
      const capW = 2e-3 * instance.limits.powerCapW;
      for (const [says, step, more, less] of [
        [marginal.perCapW, capW, earns(capW, 0), earns(-capW, 0)],
        [marginal.perRedLineC, 0.1, earns(0, 0.1), earns(0, -0.1)],
      ] as const) {
        const [gained, lost] = [(more - here.rewardPerS) / step, (here.rewardPerS - less) / step];
        // The pattern search ends short of the best, by some 1e-5 of it.
        const slack = 0.06 * Math.max(gained, lost) + (1e-5 * here.rewardPerS) / step;
        expect(says).toBeGreaterThanOrEqual(Math.min(gained, lost) - slack);
        expect(says).toBeLessThanOrEqual(Math.max(gained, lost) + slack);
        if (says > 0) bound++;
      }
    }
    expect(bound).toBe(fuzzCount(4, 2));
  });

  it('merging zones costs no more than is stated, at the set-points of the merged LP', async () => {
    let lost = 0;
    for (const [seed, shared] of HALLS.slice(2, 2 + fuzzCount(3, 2))) {
      const facility = randomHalls(seed, 12, 3, shared);
      const lp = await solved(facility, 3);
      const apart = fixedSetPointsLp(facility, engine)([...lp.at!.setPointsC])!;
      const merged = lp.at!.rewardPerS;
      expect(lp.work.groups).toBeLessThan(12);
      expect(apart).toBeGreaterThanOrEqual(merged * (1 - 1e-6));
      expect(apart).toBeLessThanOrEqual((merged + lp.work.aggregationLoss!) * (1 + 1e-6));
      if (apart > merged * (1 + 1e-5)) lost++;
    }
    expect(lost).toBeGreaterThan(0);
  });
});
