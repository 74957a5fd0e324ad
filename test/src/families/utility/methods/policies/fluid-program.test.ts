import { describe, expect, it } from 'vitest';
import type { UtilityModel } from '../../../../../../models/families/utility/model.js';
import {
  type FluidPrices,
  fluidProgram,
  type RestOfDay,
  SHARES,
} from '../../../../../../src/families/utility/methods/policies/fluid-program.js';
import { tinyModel, type TinyModel } from '../../../../../support/utility/tiny-model.js';
import { tariffOfWeights } from '../../../../../support/utility/with-tariff.js';

/** Ten tasks of 100 s and 1000 J on one machine within 2000 s, five worth 5 and five worth 1, whenever they end. */
function twoWorths(changes: Partial<TinyModel> = {}): UtilityModel {
  return tinyModel({
    endS: 4000,
    kinds: [[{ timeS: 100, powerW: 10 }]],
    functions: [[{ startS: 0, value: 5 }], [{ startS: 0, value: 1 }]],
    tasks: Array.from({ length: 10 }, (_, n) => ({ arrivalS: 200 * n, utility: n % 2 })),
    ...changes,
  });
}

/** Half of the day is over, so the ten tasks come once more, by the factors below. */
const REST: RestOfDay = { nowS: 2000, fromS: 2000, endS: 4000, leftJ: 3000, free: 1 };

function pricesOf(model: UtilityModel, rest: Partial<RestOfDay> = {}, arrived = 10): FluidPrices {
  return fluidProgram(model, 0.003)(arrived, { ...REST, ...rest })!;
}

/*
 * By hand: ten equal tasks, so the logarithm of demand has the deviation sqrt(.7^2 + (1 + 1) / 10) = .8307 and the factors
 * are exp(-.15 + .8307 x {-.967, 0, .967}) = .3855, .8607, 1.9218. A run of 100 s lies in the 2000 s by .975.
 * All ten draw 9750 J, times the factor: 3758, 8392 and 18,738 J. Those worth 5 draw half of it.
 */
describe('the price of energy for the rest of a day', () => {
  it('is the utility per joule of the tasks that energy suffices for in part, as a mean of three demands', () => {
    // 1879, 4196 and 9369 J for those worth 5: at the lowest demand some of those worth 1 are taken too.
    expect(pricesOf(twoWorths()).energy[0]! / ((0.001 + 2 * 0.005) / 3)).toBeCloseTo(1, 2);
    // Energy for all at the lowest, for some of those worth 1 at the middle one.
    expect(pricesOf(twoWorths(), { leftJ: 5000 }).energy[0]! / ((0.001 + 0.005) / 3)).toBeCloseTo(1, 2);
    expect(pricesOf(twoWorths(), { leftJ: 18_700 }).energy[0]! / (0.001 / 3)).toBeCloseTo(1, 2);
  });

  it('is nothing where energy suffices for the largest of them, or cannot run out', () => {
    expect(pricesOf(twoWorths(), { leftJ: 18_800 }).energy[0]).toBe(0);
    expect([...pricesOf(twoWorths(), { leftJ: Infinity }).energy]).toEqual(new Array(SHARES + 1).fill(0));
  });

  it('rises with the share of what is left that a run takes', () => {
    const { energy } = pricesOf(twoWorths(), { leftJ: 18_700 });
    for (let k = 0; k < SHARES; k++) expect(energy[k + 1]).toBeGreaterThanOrEqual(energy[k]!);
    // A run that takes all of it: at the largest demand half of its joules are worth .001 and half .005. The others leave
    // 10,308 and 14,942 J unused. Between the prices tried, draws are taken to be linear.
    const all = (18_700 * 0.003 + 8392 * 0.003 + 3758 * 0.003) / 18_700 / 3;
    expect(energy[SHARES]! / all).toBeGreaterThan(0.8);
    expect(energy[SHARES]! / all).toBeLessThan(1.2);
  });

  it('is by charged joules where energy has a tariff', () => {
    const charging = tariffOfWeights([1, 1, 3, 1], 1000);
    // From 2000 s on a joule counts for two: 10,000 charged ones are 5000.
    const twice = pricesOf({ ...twoWorths(), tariff: charging, charging }, { leftJ: 10_000 }).energy[0]!;
    expect((2 * twice) / pricesOf(twoWorths(), { leftJ: 5000 }).energy[0]!).toBeCloseTo(1, 2);
  });

  it('is the same when it begins from the prices of another program', () => {
    const program = fluidProgram(twoWorths(), 0.003);
    program(10, { ...REST, leftJ: 50 });
    expect(program(10, REST)!.energy[0]! / pricesOf(twoWorths()).energy[0]!).toBeCloseTo(1, 2);
  });

  it('is after a quiet time what the time left and the energy left make it, and falls as energy keeps', () => {
    const later = { ...REST, nowS: 3000, fromS: 3000 };
    const program = fluidProgram(twoWorths(), 0.003);
    const before = program(10, REST)!.energy[0]!;
    const after = program(10, later)!.energy[0]!;
    expect(after / pricesOf(twoWorths(), later).energy[0]!).toBeCloseTo(1, 2);
    expect(after).toBeLessThan(before);
  });
});

describe('prices of nodes for the rest of a day', () => {
  it('are the utility per second of the tasks that machines suffice for in part', () => {
    // 1000 s each, by .75 in the 2000 s: 2891, 6455 and 14,414 s, half of them for those worth 5, of 2000 s.
    const { energy, node } = pricesOf(twoWorths({ kinds: [[{ timeS: 1000, powerW: 1 }]] }), { leftJ: 1e6 });
    expect(energy[0]).toBe(0);
    expect(node[0]! / ((0.001 + 2 * 0.005) / 3)).toBeCloseTo(1, 1);
  });

  it('are nothing where there are machines enough, and rise where runs already hold most of them', () => {
    expect(pricesOf(twoWorths(), { leftJ: 1e6 }).node[0]).toBe(0);
    expect(pricesOf(twoWorths(), { leftJ: 1e6, free: 0.1 }).node[0]).toBeGreaterThan(0.001);
  });
});

describe('the program of the rest of a day', () => {
  it('knows nothing of what has not arrived, and is none before the first task that can earn anything', () => {
    const some = twoWorths({ tasks: Array.from({ length: 5 }, (_, n) => ({ arrivalS: 200 * n, utility: n % 2 })) });
    expect(pricesOf(twoWorths(), {}, 5)).toEqual(pricesOf(some, {}, 5));
    expect(fluidProgram(twoWorths(), 1)(0, REST)).toBeNull();
    const gone = [
      { startS: 0, value: 5 },
      { startS: 50, value: 0 },
    ];
    expect(fluidProgram(twoWorths({ functions: [gone, gone] }), 1)(10, REST)).toBeNull();
  });

  it('counts tasks of little energy for less where one takes most of it', () => {
    expect(pricesOf(twoWorths()).equalTasks).toBeCloseTo(10, 9);
    const heavy = twoWorths({
      kinds: [[{ timeS: 100, powerW: 10 }], [{ timeS: 100, powerW: 1000 }]],
      tasks: Array.from({ length: 10 }, (_, n) => ({ arrivalS: 200 * n, kind: n === 0 ? 1 : 0 })),
    });
    // (1 + 9 x .01)^2 / (1 + 9 x .0001)
    expect(pricesOf(heavy).equalTasks).toBeCloseTo(1.09 ** 2 / 1.0009, 6);
  });
});
