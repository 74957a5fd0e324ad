import { describe, expect, it } from 'vitest';
import type { Day, UtilityModel } from '../../../../../models/families/utility/model.js';
import { energyPrice, PRICE_DEFAULTS } from '../../../../../src/families/utility/methods/policies/price.js';
import { arrivalGoal, evenGoal } from '../../../../../src/families/utility/methods/policies/spending-goal.js';
import type { Candidate, MappingEvent, Policy } from '../../../../../src/families/utility/methods/policy.js';
import { noFilter } from '../../../../../src/families/utility/methods/filters/fair-share.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomBursts } from '../../../../support/utility/random-bursts.js';
import { randomSerial } from '../../../../support/utility/random-serial.js';
import { randomParallel } from '../../../../support/utility/small-parallel.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';
import { tariffOfWeights } from '../../../../support/utility/with-tariff.js';

const DAY: Day = { startS: 0, endS: 1000, budgetJ: 100_000 };

/** 60,000 J and 600 s are left: the even goal is 100 W. */
function eventAt(changes: Partial<MappingEvent> = {}): MappingEvent {
  return {
    nowS: 400,
    nextS: 460,
    day: DAY,
    consumedJ: 0,
    committedJ: 40_000,
    powerW: 0,
    committedW: 100,
    freeNodeS: 1,
    freeCoreS: 1,
    ...changes,
  };
}

const CANDIDATE: Candidate = {
  task: 0,
  option: 0,
  pool: 0,
  pState: 0,
  nodes: 1,
  cores: 4,
  startS: 400,
  endS: 450,
  timeS: 50,
  energyJ: 1000,
  utility: 3,
};

function priceOf(policy: Policy, changes: Partial<MappingEvent>): number {
  policy.begin!(eventAt(changes));
  return policy.price!();
}

const start = (startPrice = 0.001): Policy => energyPrice(randomSerial(1), { ...PRICE_DEFAULTS, startPrice });

describe('the price of energy', () => {
  it('stays on the goal, rises with spending beyond it and falls with spending below it, by 1 % a minute at most', () => {
    expect(priceOf(start(), {})).toBe(0.001);
    expect(priceOf(start(), { committedW: 150 })).toBeCloseTo(0.001 * Math.exp(0.005), 15);
    expect(priceOf(start(), { committedW: 1e9 })).toBeCloseTo(0.001 * Math.exp(0.01), 15);
    expect(priceOf(start(), { committedW: 50 })).toBeCloseTo(0.001 * Math.exp(-0.005), 15);
    expect(priceOf(start(), { committedW: 0 })).toBeCloseTo(0.001 * Math.exp(-0.01), 15);
  });

  it('is held against what nodes draw, and energy not drawn, where tasks are parallel and may run for hours', () => {
    const { options, ...rest } = randomParallel(1);
    // Nodes that could use up all of it in the 600 s.
    const model = { ...rest, options: { ...options, powerW: options.powerW.map((powerW) => 100 * powerW) } };
    const parallel = (): Policy => energyPrice(model, { ...PRICE_DEFAULTS, startPrice: 0.001 });
    // 90,000 J are not drawn and 600 s are left: 150 W, whatever is committed.
    const drawn = { consumedJ: 10_000, committedJ: 99_000, committedW: 1e9 };
    expect(priceOf(parallel(), { ...drawn, powerW: 150 })).toBe(0.001);
    expect(priceOf(parallel(), { ...drawn, powerW: 225 })).toBeCloseTo(0.001 * Math.exp(0.005), 15);
    const policy = parallel();
    policy.begin!(eventAt({ consumedJ: 10_000, committedJ: 100_000, powerW: 150 }));
    expect(policy.key(CANDIDATE)).toBe(-Infinity);
  });

  it('starts where arrivals like those so far draw the budget evenly, once, after a quarter of an hour', () => {
    // A task of 1000 J, worth 4, arrives every 100 s; 5 W are half of what they draw.
    const tasks = Array.from({ length: 20 }, (_, n) => ({ arrivalS: 100 * n }));
    const model = tinyModel({
      endS: 2000,
      budgetJ: 10_000,
      kinds: [[{ timeS: 50, powerW: 20 }]],
      tasks,
      functions: [[{ startS: 0, value: 4 }], [{ startS: 0, value: 100 }]],
    });
    const onGoal = (nowS: number): Partial<MappingEvent> => ({
      nowS,
      day: model.days[0]!,
      committedJ: 5 * nowS,
      committedW: 5,
    });
    // Before that nothing is known but the functions, worth 52 on average, of which one never arrives.
    expect(priceOf(energyPrice(model), onGoal(840))).toBe(0.052);
    const policy = energyPrice(model);
    expect(priceOf(policy, onGoal(900)) / 0.004).toBeCloseTo(1, 1);
    // From then on it is held against the goal alone.
    expect(priceOf(policy, { ...onGoal(960), committedW: 0 }) / priceOf(policy, onGoal(1020))).toBeCloseTo(1, 12);
  });

  it('is charged for the energy of a candidate: worth is what is left of the utility, per time', () => {
    const policy = start();
    policy.begin!(eventAt());
    expect(policy.key(CANDIDATE)).toBe((3 - 0.001 * 1000) / 50);
    expect(policy.key({ ...CANDIDATE, utility: 0.9 })).toBeLessThan(0);
    expect(policy.refusesWorthless).toBe(true);
  });

  it('stays where all is committed or no time is left, and nothing is taken then', () => {
    for (const spent of [{ committedJ: 100_000 }, { committedJ: 100_001 }, { nowS: 1000 }]) {
      const policy = start();
      expect(priceOf(policy, { ...spent, committedW: 0 })).toBe(0.001);
      expect(policy.key(CANDIDATE)).toBe(-Infinity);
      // On the next day it goes on from there.
      expect(priceOf(policy, {})).toBe(0.001);
      expect(policy.key(CANDIDATE)).toBe(0.04);
      expect(policy.mayRise!()).toBe(Infinity);
    }
  });

  it('is nothing where there is no budget, and what was learnt is kept', () => {
    const policy = start();
    expect(priceOf(policy, { day: { ...DAY, budgetJ: Infinity } })).toBeNaN();
    expect(policy.key(CANDIDATE)).toBe(3 / 50);
    expect(priceOf(policy, {})).toBe(0.001);
  });

  it('comes back from a time of plenty: it falls no further than to a thousandth', () => {
    const policy = start();
    for (let event = 0; event < 10_000; event++) policy.begin!(eventAt({ committedW: 0 }));
    expect(policy.price!()).toBe(0.001 / 1000);
  });

  it('lets keys rise by no more than it says', () => {
    const model = randomSerial(3);
    const policy = energyPrice(model, { ...PRICE_DEFAULTS, startPrice: 0.001 });
    policy.begin!(eventAt());
    const keys = (): number[] =>
      Array.from(model.options.timeS, (timeS, option) =>
        policy.key({ ...CANDIDATE, option, timeS, energyJ: timeS * model.options.powerW[option]! }),
      );
    const before = keys();
    policy.begin!(eventAt({ committedW: 0 }));
    const rise = Math.max(...keys().map((key, o) => key - before[o]!));
    expect(rise).toBeGreaterThan(0);
    expect(rise).toBeLessThanOrEqual(policy.mayRise!() * (1 + 1e-9));
  });
});

describe('the even goal', () => {
  const [H, day] = [3600, { startS: 0, endS: 3 * 3600, budgetJ: 1 }];

  it('is the same power until midnight where energy has no price', () => {
    expect(evenGoal({})(1000, H, day)).toBe(1000 / (2 * H));
  });

  it('goes with the square root of the price where energy is charged, the least root counting for hours without one', () => {
    // Roots 2, 1 and, in place of 0, that of 0.05.
    const goal = evenGoal({ charging: tariffOfWeights([4, 1, 0], H) });
    const last = Math.sqrt(0.05);
    expect(goal(1000, H / 2, day)).toBeCloseTo((1000 * 2) / ((2 / 2 + 1 + last) * H), 12);
    expect(goal(1000, 1.5 * H, day)).toBeCloseTo(1000 / ((1 / 2 + last) * H), 12);
    expect(goal(1000, 2.5 * H, day)).toBeCloseTo(1000 / (H / 2), 12);
  });
});

describe('the goal in step with arrivals', () => {
  const H = 3600;
  const second: Day = { startS: 24 * H, endS: 48 * H, budgetJ: 1 };
  const arriving = (arrivalS: number[]): UtilityModel => {
    const model = randomSerial(1);
    return { ...model, tasks: { ...model.tasks, count: arrivalS.length, arrivalS: Float64Array.from(arrivalS) } };
  };
  /** One task in each quarter of an hour from noon of the first day to its midnight. */
  const afternoon = Array.from({ length: 48 }, (_, k) => 12 * H + 900 * k + 1);

  it('is even on the first day and wherever arrivals were', () => {
    expect(arrivalGoal(arriving(afternoon))(1000, 0, { ...second, startS: 0, endS: 24 * H })).toBe(1000 / (24 * H));
    const even = Array.from({ length: 96 }, (_, k) => 900 * k + 1);
    expect(arrivalGoal(arriving(even))(1000, 30 * H, second)).toBeCloseTo(1000 / (18 * H), 12);
  });

  it('spends where tasks came the day before, at the same time of day', () => {
    // Half a task per quarter on average, so 0.025 is the least weight. Averaged over nine quarters the step at noon is (1 + ... + 8) / 9 = 4 over
    // the eight quarters 44 to 51; 40 quarters weigh 1, and at the end 8, 7, 6, 5 ninths are left.
    const ahead = 20 * 0.025 + 4 + 40 + 26 / 9;
    expect(arrivalGoal(arriving(afternoon))(1000, 30 * H, second)).toBeCloseTo((1000 * 0.025) / (ahead * 900), 12);
    expect(arrivalGoal(arriving(afternoon))(1000, 46.5 * H, second)).toBeCloseTo(1000 / ((2 + 26 / 9) * 900), 12);
  });

  it('knows nothing of what has not arrived', () => {
    const goal = arrivalGoal(arriving([...afternoon, 40 * H, 41 * H, 42 * H]));
    expect(goal(1000, 30 * H, second)).toBe(arrivalGoal(arriving(afternoon))(1000, 30 * H, second));
  });
});

describe('the price of energy that cannot run out', () => {
  it('is nothing from the moment on from which all nodes at their greatest power cannot use up what is left', () => {
    const policyOf = (): Policy => energyPrice(threeNodes(), { ...PRICE_DEFAULTS, startPrice: 0.001 });
    // 3 nodes of 100 W and one of 50 W for 600 s: 210,000 J, and 40,000 J have been drawn.
    const day = { ...DAY, budgetJ: 250_000 };
    const plenty = policyOf();
    expect(priceOf(plenty, { day, consumedJ: 40_000 })).toBeNaN();
    expect(plenty.key(CANDIDATE)).toBe(3 / 50);
    const scarce = policyOf();
    expect(priceOf(scarce, { day, consumedJ: 40_001, committedW: 1e9 })).toBeCloseTo(0.001 * Math.exp(0.01), 15);
    expect(scarce.key(CANDIDATE)).toBeLessThan(2 / 50);
    // What is learnt is kept, and the fall is told.
    expect(priceOf(scarce, { day, nowS: 460, consumedJ: 40_001 })).toBeNaN();
    expect(scarce.mayRise!()).toBeGreaterThanOrEqual(0.001 * 100);
    expect(priceOf(scarce, { consumedJ: 0, committedJ: 40_000 })).toBeCloseTo(0.001 * Math.exp(0.01), 15);
  });

  it('counts no nodes that are asleep, no power beyond a row, and energy as budgets charge it', () => {
    const plain = threeNodes();
    const isFree = (model: UtilityModel, budgetJ: number): boolean =>
      Number.isNaN(priceOf(energyPrice(model), { day: { ...DAY, budgetJ }, committedJ: 0 }));
    const edges = (model: UtilityModel, leastJ: number): void => {
      expect([isFree(model, leastJ), isFree(model, leastJ - 1)]).toEqual([true, false]);
    };
    edges(plain, 210_000);
    // Two of the three nodes of 100 W sleep from 700 s on, for 300 s.
    const [first, second] = plain.pools;
    edges({ ...plain, pools: [{ ...first!, allowed: [{ fromS: 700, nodes: 1 }] }, second!] }, 150_000);
    // A row in which a watt of the first pool weighs 2, one of the second 1: 50 W there and 125 W here.
    const row = { count: 1, names: ['row'], unit: ['K' as const], coefficient: Float64Array.of(2, 1) };
    edges({ ...plain, powerRows: { ...row, limit: Float64Array.of(300) } }, 175 * 600);
    // An hour of no price ends at 500 s, then a joule counts twice.
    const charging = tariffOfWeights([0, 2], 500);
    edges({ ...plain, tariff: charging, charging }, 350 * 500 * 2);
  });

  it('is nothing throughout where the budget is beyond all that nodes can draw: the schedule of no budget', () => {
    const names = { serial: 0, parallel: 0, preemptive: 0 };
    for (let seed = 0; seed < fuzzCount(120, 40); seed++) {
      for (const drawn of [randomSerial(seed), randomParallel(seed), randomBursts(seed)]) {
        const [plenty, none] = [1e12, Infinity].map((budgetJ) => {
          const model = { ...drawn, days: drawn.days.map((day) => ({ ...day, budgetJ })) };
          return simulate(model, energyPrice(model), noFilter()).schedule;
        });
        expect({ seed, schedule: plenty }).toEqual({ seed, schedule: none });
        names[drawn.environment] += none!.task.length;
      }
    }
    expect(Math.min(...Object.values(names))).toBeGreaterThan(100);
  });
});

/** Three nodes of 100 W and one of 50 W, which a slower state of less power does not change. */
function threeNodes(): UtilityModel {
  return tinyModel({
    endS: 1000,
    pools: [3, 1],
    tasks: [{ arrivalS: 0 }],
    functions: [[{ startS: 0, value: 1 }]],
    kinds: [
      [
        { pool: 0, timeS: 50, powerW: 100 },
        { pool: 0, pState: 1, timeS: 80, powerW: 60 },
        { pool: 1, timeS: 50, powerW: 50 },
      ],
    ],
  });
}
