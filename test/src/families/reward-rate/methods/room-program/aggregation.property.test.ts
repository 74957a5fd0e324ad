import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel, type RewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import {
  groupForLp,
  nearEqualZones,
} from '../../../../../../src/families/reward-rate/methods/room-program/aggregation.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import {
  type ConfigurationLpResult,
  solveConfigurationLp,
} from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Drawn; few have one CRAC and zones of one type to merge. */
const INSTANCES = fuzzCount(450, 450);

interface Case {
  readonly seed: number;
  readonly best: number;
  readonly model: RewardRateModel;
  readonly single: ConfigurationLpResult;
  readonly grouped: ConfigurationLpResult;
}

async function lpOf(model: RewardRateModel, engine: LpEngine, mostGroups?: number): Promise<ConfigurationLpResult> {
  const lp = await solveConfigurationLp({
    model,
    oracles: oraclesOf(model),
    engine,
    control: UNLIMITED,
    incumbent: null,
    ...(mostGroups === undefined ? {} : { mostSingleZones: 0, mostGroups }),
  });
  if ('failure' in lp) throw new Error('no answer');
  return lp;
}

function modelOf({ instance, matrix }: TinyFacility): RewardRateModel {
  return rewardRateModel(instance, matrix);
}

describe('merging zones in the configuration LP, on random facilities', () => {
  const cases: Case[] = [];
  const merged = (): Case[] => cases.filter(({ grouped }) => grouped.work.groups !== undefined);
  const seedsWhere = (wrong: (found: Case) => boolean): number[] =>
    merged()
      .filter(wrong)
      .map(({ seed }) => seed);

  beforeAll(async () => {
    const engine = await loadHighs();
    for (let seed = 1; seed <= INSTANCES; seed++) {
      const facility = tinyRandom(seed);
      const model = modelOf(facility);
      if (facility.matrix.cracNames.length > 1) continue;
      if (nearEqualZones(model, 1).groups.length === model.zones.length) continue;
      const { best } = bruteForce(oracle(facility.instance, facility.matrix));
      if (best === null || idleConflict(model) !== null) continue;
      const single = await lpOf(model, engine);
      const grouped = await lpOf(model, engine, 1);
      cases.push({ seed, best: best.rewardPerS, model, single, grouped });
    }
  });

  it('merges something in many of them', () => {
    expect(merged().length).toBeGreaterThan(20);
  });

  it('the bound stays above every plan of one configuration per node', () => {
    expect(seedsWhere(({ best, grouped }) => best > grouped.bound.value * (1 + 1e-9) + 1e-12)).toEqual([]);
  });

  it('the merged LP is a restriction: worth no more than the LP over zones, and less in some', () => {
    const less =
      (by: number) =>
      (found: Case): boolean =>
        found.grouped.solution.objective < found.single.solution.objective * (1 - by);
    expect(seedsWhere(({ single, grouped }) => grouped.solution.objective > single.bound.value * (1 + 1e-7))).toEqual(
      [],
    );
    expect(seedsWhere(less(1e-4)).length).toBeGreaterThan(5);
  });

  it('the stated loss is at least what merging really costs', () => {
    const loss = ({ single, grouped }: Case): number => single.solution.objective - grouped.solution.objective;
    expect(
      seedsWhere((found) => found.grouped.work.aggregationLoss! < loss(found) - 1e-7 * found.single.bound.value),
    ).toEqual([]);
  });

  it('the answer over zones has as many nodes of each configuration as the merged one and no zone too many', () => {
    for (const { model, grouped } of merged()) {
      grouped.solution.used.forEach((mix, b) => {
        const nodes = mix.reduce((sum, { units }) => sum + units, 0);
        expect(nodes).toBeLessThanOrEqual(model.zones[b]!.nodeCount + 1e-6);
      });
    }
  });

  it('the answer over zones keeps every red line and draws no more than the merged one, before rounding starts', () => {
    for (const { seed, model, grouped } of merged()) {
      const { solution } = grouped;
      const powerW = Float64Array.from(model.zones, (zone, b) => zone.idleW + 1000 * solution.groupKW[b]!);
      const hottest = solution.side[0]! + Math.max(...model.thermal.inletRiseC(powerW));
      // A fraction of a node is left to rounding; all else is whole nodes that were cooled where needed.
      const whole = solution.used.every((mix) => mix.every(({ units }) => Math.abs(units - Math.round(units)) < 1e-5));
      expect([seed, !whole || hottest <= model.redLineC + 1e-5]).toEqual([seed, true]);
    }
  });
});

describe('near-equal zones', () => {
  const model = (seed: number): RewardRateModel => modelOf(tinyRandom(seed));

  it('are of one node type and under the same limits, and hold every zone once', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const found = model(seed);
      const { groups, groupOf } = nearEqualZones(found, 1);
      expect(groups.flatMap(({ zones }) => zones).sort((a, b) => a - b)).toEqual([...found.zones.keys()]);
      for (const [g, { type, zones, nodeCount }] of groups.entries()) {
        expect(zones.every((b) => found.zones[b]!.type === type && groupOf[b] === g)).toBe(true);
        expect(nodeCount).toBe(zones.reduce((sum, b) => sum + found.zones[b]!.nodeCount, 0));
        for (const { zones: limited } of found.powerLimits) {
          expect(new Set(zones.map((b) => limited.includes(b))).size).toBe(1);
        }
      }
    }
  });

  it('stay by themselves up to the size that the LP handles, and are merged beyond', () => {
    const found = model(3);
    const count = found.zones.length;
    expect(groupForLp(found, count, 1).groups).toHaveLength(count);
    expect(groupForLp(found, count - 1, 1).groups.length).toBeLessThanOrEqual(count);
  });
});
