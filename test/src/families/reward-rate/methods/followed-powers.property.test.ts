import { expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { ROOM_LIMITS } from '../../../../../models/families/reward-rate/room-limits.js';
import { followedPowers } from '../../../../../src/families/reward-rate/methods/followed-powers.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { SQUARES, withSquares } from '../../../../oracle/square-limits.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

it('powers that change zone by zone exceed limits by what the same powers exceed them by at once, and undone changes leave nothing', () => {
  let [convex, cooled, within] = [0, 0, 0];
  for (let seed = 1; seed <= fuzzCount(120, 40); seed++) {
    const { uniform, integer } = randomStream(seed, 'powers');
    const { instance, matrix } = withSquares(tinyRandom(seed), 1e4 * uniform(1, 9));
    const weights = matrix.zones.map((_, b) => [b, uniform(0.2, 1)] as const);
    const warm = {
      constraint: 'redLine',
      unit: 'C',
      where: 'all',
      of: 'all',
      reading: { inlets: weights },
      limit: 30,
      stated: 30,
    } as const;
    const model = { ...rewardRateModel(instance, matrix, undefined, [...ROOM_LIMITS, SQUARES]), airLimits: [warm] };
    const powersW = Float64Array.from(model.zones, ({ idleW }) => idleW * uniform(1, 2));
    const powers = followedPowers(model);
    const followedW = powersW.slice();
    powers.load(followedW);
    /** Excess over each limit, from the instance's data alone. */
    const plain = (): number[] => [
      ...model.powerLimits.map(({ constraint, zones, limit }) => {
        const drawnW = zones.map((b) => powersW[b]!);
        return drawnW.reduce((sum, powerW) => sum + (constraint === SQUARES.name ? powerW ** 2 : powerW), 0) - limit;
      }),
      ...model.coolingLimits.map(({ crac, capacityW }) => {
        const share = model.thermal.cracHeatRow(crac);
        return powersW.reduce((sum, powerW, b) => sum + share[b]! * powerW, -capacityW);
      }),
      0,
    ];
    const expectPlain = (): void => {
      expect(powers.nodePowerW()).toBeCloseTo(
        powersW.reduce((sum, powerW) => sum + powerW, 0),
        8,
      );
      for (const [b, powerW] of powersW.entries()) expect(followedW[b]).toBeCloseTo(powerW, 8);
      const riseC = model.thermal.inletRiseC(powersW);
      const leftC = weights.reduce<number>((left, [b, weight]) => left - weight * riseC[b]!, warm.limit);
      expect(powers.warmestC()).toBeCloseTo(leftC / weights.reduce((sum, [, weight]) => sum + weight, 0), 8);
      const over = plain();
      expect(powers.limits).toHaveLength(over.length);
      for (const [n, amount] of over.entries()) {
        expect(powers.over(n), `seed ${seed}`).toBeCloseTo(Math.max(0, amount), 6);
        if (amount <= 0) within++;
        else if (n >= model.powerLimits.length) cooled++;
        else if (model.powerLimits[n]!.curve !== undefined) convex++;
      }
    };
    expectPlain();
    for (let step = 0; step < 30; step++) {
      const zone = integer(0, model.zones.length - 1);
      const addedW = uniform(-0.3, 0.3) * model.zones[zone]!.idleW;
      powers.add(zone, addedW);
      if (step % 3 === 0) powers.add(zone, -addedW);
      else powersW[zone]! += addedW;
      expectPlain();
    }
  }
  expect(Math.min(convex, cooled, within)).toBeGreaterThan(50);
});

it('an excess of rounding errors is none', () => {
  const { instance, matrix } = withSquares(tinyRandom(1), 1);
  const model = rewardRateModel(instance, matrix, undefined, [...ROOM_LIMITS, SQUARES]);
  const [limit] = model.powerLimits.filter(({ constraint }) => constraint === SQUARES.name);
  const powersW = Float64Array.from(model.zones, ({ idleW }) => idleW);
  const used = limit!.zones.reduce((sum, b) => sum + powersW[b]! ** 2, 0);
  for (const [share, over] of [
    [1e-13, 0],
    [1e-10, 1e-10 * used],
  ] as const) {
    const powers = followedPowers({
      ...model,
      powerLimits: [{ ...limit!, limit: used * (1 - share) }],
      coolingLimits: [],
    });
    powers.load(powersW);
    expect(powers.over(0)).toBeCloseTo(over, 9);
    expect(powers.over(0) > 0).toBe(over > 0);
  }
});
