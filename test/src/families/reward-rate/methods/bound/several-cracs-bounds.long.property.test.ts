import { beforeAll, describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { configLp, oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import type {
  ConfigurationLpRequest,
  ConfigurationLpResult,
} from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { solveSeveralCracs } from '../../../../../../src/families/reward-rate/methods/bound/several-cracs.js';
import { firstColumns } from '../../../../../../src/families/reward-rate/methods/room-program/warm-start.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { sharedAir } from '../../../../../oracle/shared-air.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { triesAll } from '../../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';

const modelOf = ({ instance, matrix }: TinyFacility): RewardRateModel => rewardRateModel(instance, matrix);

const WELL_MIXED = sharedAir(5);
/** Well mixed rooms, where products between CRACs are large, and random ones, with a plan. */
const FACILITIES = [
  sharedAir(2),
  WELL_MIXED,
  ...[1, 2, 3, 4].map((seed) => tinyRandom(600 + seed, { mostPlans: 300, cracs: 2 + (seed % 2) })),
  ...(triesAll() ? [11, 12] : [11]).map((seed) => tinyRandom(600 + seed, { mostPlans: 300, cracs: 5 + (seed % 2) })),
].filter((facility) => idleConflict(modelOf(facility)) === null);

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
    model: RewardRateModel,
    stopAt = Infinity,
    more: Partial<ConfigurationLpRequest> = {},
  ): Promise<Run> {
    const told: (number | null)[] = [];
    const lp = await solveSeveralCracs({
      model,
      oracles: oraclesOf(model),
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

  const whole = new Map<TinyFacility, Run>();

  /** The run to its end, which several tests look at. */
  async function wholeRun(facility: TinyFacility): Promise<Run> {
    const known = whole.get(facility) ?? (await run(modelOf(facility)));
    whole.set(facility, known);
    return known;
  }

  it('what the driver is told bounds the mixture, never rises, and ends no lower than the certificate', async () => {
    expect(FACILITIES.length).toBeGreaterThan(5);
    for (const facility of FACILITIES) expectProven(await wholeRun(facility));
  });

  it('the same in runs that begin with what a neighbouring problem found', async () => {
    // One of the two well mixed rooms and the smaller random ones, every day these alone: the others say no more of it, at several times the cost.
    for (const facility of triesAll() ? [FACILITIES[0]!, ...FACILITIES.slice(2, 6)] : FACILITIES.slice(2, 6)) {
      const { next } = await configLp({ model: modelOf(facility), engine, control: UNLIMITED, ...UNSEEDED });
      const { limits } = facility.instance;
      const instance = { ...facility.instance, limits: { ...limits, powerCapW: 1.01 * limits.powerCapW } };
      const model = modelOf({ ...facility, instance });
      expectProven(await run(model, Infinity, { first: firstColumns(model, next ?? null) }));
    }
  });

  it('a run that is stopped, at the first step or later, has a bound, and none below that of the run to its end', async () => {
    let stopped = 0;
    for (const facility of FACILITIES) {
      const model = modelOf(facility);
      const { lp, told } = await wholeRun(facility);
      // Long runs are stopped early alone: half of one is as much work again as half of the others together.
      for (const share of told.length > 300 ? [0, 0.1] : [0, 0.1, 0.5]) {
        const early = await run(model, 1 + Math.floor(share * (told.length - 1)));
        expect(early.lp.bound.value).toBeGreaterThanOrEqual(lp.bound.value);
        stopped += early.lp.stoppedEarly ? 1 : 0;
      }
    }
    expect(stopped).toBeGreaterThan(12);
  });

  it('is no more than all arrivals earn, and close where many CRACs share their air', async () => {
    for (const facility of triesAll() ? [WELL_MIXED, sharedAir(12)] : [WELL_MIXED]) {
      const model = modelOf(facility);
      const { lp } = await wholeRun(facility);
      const arriving = model.rewardPerTask.reduce((sum, r, i) => sum + r * model.arrivalRatePerS[i]!, 0);
      expect(lp.bound.value).toBeLessThanOrEqual(arriving);
      // The bound that separates by CRAC is more than a hundred times the reward here.
      expect(lp.bound.value).toBeLessThan(1.2 * lp.at!.rewardPerS);
    }
  });
});
