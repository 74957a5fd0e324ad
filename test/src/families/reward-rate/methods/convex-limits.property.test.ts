import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { ROOM_LIMITS } from '../../../../../models/families/reward-rate/room-limits.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { configLs } from '../../../../../src/families/reward-rate/methods/config-ls/config-ls.js';
import { fcfs } from '../../../../../src/families/reward-rate/methods/fcfs.js';
import { geneticMethod, PRINTED_GA } from '../../../../../src/families/reward-rate/methods/genetic/ga.js';
import { greedyPower } from '../../../../../src/families/reward-rate/methods/greedy-power.js';
import { nlp } from '../../../../../src/families/reward-rate/methods/nlp/nlp.js';
import type { MethodOutcome, MethodRequest } from '../../../../../src/families/reward-rate/methods/outcome.js';
import type { LpEngine } from '../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../oracle/brute-force.js';
import { checked } from '../../../../oracle/checked.js';
import { SQUARES, squaresOf, withSquares } from '../../../../oracle/square-limits.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../support/unseeded.js';

let engine: LpEngine;
beforeAll(async () => {
  engine = await loadHighs();
});

interface SquaredRoom {
  readonly facility: TinyFacility;
  /** The greatest sum of squares of zone powers that plans may have, W^2. */
  readonly most: number;
  /** The best reward of plans with one configuration per node, reward/s. */
  readonly bestRewardPerS: number;
}

/** Rooms of several zones whose best plan breaks the limit. */
const ROOMS = Array.from({ length: fuzzCount(200, 60) }, (_, n) => n + 1).flatMap((seed): SquaredRoom[] => {
  const plain = tinyRandom(seed, { cracs: 1, mostPlans: 1500 });
  const { zones, operate, rewardPerS } = oracle(plain.instance, plain.matrix);
  const { best } = bruteForce({ zones, operate, rewardPerS });
  if (zones.length === 1 || best === null || best.rewardPerS === 0) return [];
  const idleW = zones.map((zone) => zone.idleW);
  const [low, high] = [squaresOf(idleW), squaresOf(best.choice.map(({ coreW }, z) => coreW + idleW[z]!))];
  const most = low + (0.2 + 0.06 * (seed % 10)) * (high - low);
  const keeping = (zoneW: readonly number[]): ReturnType<typeof operate> => {
    const operation = operate(zoneW);
    return { ...operation, feasible: operation.feasible && squaresOf(zoneW) <= most };
  };
  const limited = bruteForce({ zones, operate: keeping, rewardPerS }).best;
  return limited === null ? [] : [{ facility: withSquares(plain, most), most, bestRewardPerS: limited.rewardPerS }];
});

const METHODS: Readonly<Record<string, (input: MethodRequest) => Promise<MethodOutcome>>> = {
  fcfs,
  greedyPower,
  configLs,
  nlp,
  ga: (input) => geneticMethod(input, { ...PRINTED_GA, populationSize: 20, stallGenerations: 60, advancesPerStep: 10 }),
};

describe('a convex limit on zone powers', () => {
  it.each([
    ['fcfs', 0],
    ['greedyPower', 0],
    ['ga', 0.6],
    ['configLs', 0.9],
    ['nlp', 0.5],
  ] as const)('is kept by plans of %s, of which this share or more earn the most: %d', async (name, shareOfBest) => {
    let best = 0;
    for (const { facility, most, bestRewardPerS } of ROOMS) {
      const model = rewardRateModel(facility.instance, facility.matrix, undefined, [...ROOM_LIMITS, SQUARES]);
      const { plan } = await METHODS[name]!({ model, engine, control: UNLIMITED, ...UNSEEDED });
      const { violations, rewardPerS, zoneNodePowerW } = checked(facility, plan!.setPointsC, plan!.assignments);
      const note = facility.instance.name;
      expect([note, violations]).toEqual([note, []]);
      expect([note, squaresOf(zoneNodePowerW) <= most * (1 + 1e-9)]).toEqual([note, true]);
      if (rewardPerS >= bestRewardPerS * (1 - 1e-9)) best++;
    }
    expect(best).toBeGreaterThanOrEqual(shareOfBest * ROOMS.length);
  });

  it.each(['ga', 'configLs', 'nlp'])(
    'is kept by plans of %s beside a limit on the mean inlet temperature, which is kept, too',
    async (name) => {
      for (const { facility } of ROOMS.slice(0, 4)) {
        const plain = rewardRateModel(facility.instance, facility.matrix, undefined, [...ROOM_LIMITS, SQUARES]);
        const inlets = plain.zones.map((_, b) => [b, 1 / plain.zones.length] as const);
        const mean = (inletC: ArrayLike<number>): number =>
          inlets.reduce((sum, [b, part]) => sum + part * inletC[b]!, 0);
        /** Mean inlet temperature under the plan that the method finds with such a limit, C. */
        const meanWithin = async (limit: number): Promise<number> => {
          const own = {
            constraint: 'redLine',
            unit: 'C',
            where: '',
            of: '',
            reading: { inlets },
            limit,
            stated: limit,
          } as const;
          const model = { ...plain, airLimits: limit === Infinity ? [] : [own] };
          const { plan } = await METHODS[name]!({ model, engine, control: UNLIMITED, ...UNSEEDED });
          const { violations, zoneInletC } = checked(facility, plan!.setPointsC, plan!.assignments);
          expect(violations).toEqual([]);
          return mean(zoneInletC);
        };
        const idleRiseC = plain.thermal.inletRiseC(Float64Array.from(plain.zones, ({ idleW }) => idleW));
        const coldestC = plain.setPointMinC + mean(idleRiseC);
        const freeC = await meanWithin(Infinity);
        const limitC = coldestC + 0.7 * (freeC - coldestC);
        expect(limitC).toBeLessThan(freeC - 0.01);
        expect(await meanWithin(limitC)).toBeLessThanOrEqual(limitC + 1e-6);
      }
    },
  );
});
