import { describe, expect, it } from 'vitest';
import type { Day, UtilityModel } from '../../../../../models/families/utility/model.js';
import { energyPrice } from '../../../../../src/families/utility/methods/policies/price.js';
import type { Candidate, MappingEvent, Policy } from '../../../../../src/families/utility/methods/policy.js';
import { noFilter } from '../../../../../src/families/utility/methods/filters/fair-share.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomBursts } from '../../../../support/utility/random-bursts.js';
import { randomSerial } from '../../../../support/utility/random-serial.js';
import { randomParallel } from '../../../../support/utility/small-parallel.js';
import { stretched } from '../../../../support/utility/stretched.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';
import { tariffOfWeights } from '../../../../support/utility/with-tariff.js';

const DAY: Day = { startS: 0, endS: 1000, budgetJ: 100_000 };

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

describe('the policy with a price of energy', () => {
  it('refuses what is worth nothing at it, and ranks the rest by what is left of the utility per time', () => {
    const policy = energyPrice(threeNodes());
    const perJ = priceOf(policy, {});
    expect(perJ).toBeCloseTo(0.25 / 4100, 15);
    expect(policy.key(CANDIDATE)).toBeCloseTo((3 - perJ * 1000) / 50, 12);
    expect(policy.key({ ...CANDIDATE, utility: 0.99 * perJ * 1000 })).toBe(-Infinity);
  });

  it('takes nothing where all is committed or no time is left, and goes on the next day', () => {
    for (const spent of [{ committedJ: 100_000 }, { committedJ: 100_001 }, { nowS: 1000 }]) {
      const policy = energyPrice(threeNodes());
      policy.begin!(eventAt(spent));
      expect(policy.key({ ...CANDIDATE, startS: 999, endS: 1049 })).toBe(-Infinity);
      policy.begin!(eventAt());
      expect(policy.key(CANDIDATE)).toBeGreaterThan(0);
      expect(policy.haveKeysChanged!()).toBe(true);
    }
  });

  it('charges runs that reach into a day with a budget for all of their energy, also before it begins', () => {
    const policy = energyPrice(threeNodes());
    const free = { startS: 0, endS: 500, budgetJ: Infinity };
    const next = { day: { startS: 500, endS: 1000, budgetJ: 100_000 }, committedJ: 0 };
    const perJ = priceOf(policy, { day: free, next });
    expect(perJ).toBeCloseTo(0.25 / 4100, 15);
    expect(policy.key({ ...CANDIDATE, endS: 500 })).toBe(3 / 50);
    expect(policy.key({ ...CANDIDATE, endS: 500.5 })).toBeCloseTo((3 - perJ * 1000) / 50, 12);
    // Where the next day's energy is gone, only what ends before it may start.
    policy.begin!(eventAt({ day: free, next: { ...next, committedJ: 100_000 } }));
    expect(policy.key({ ...CANDIDATE, endS: 500 })).toBe(3 / 50);
    expect(policy.key({ ...CANDIDATE, endS: 500.5 })).toBe(-Infinity);
  });

  it('charges a run that takes much of what is left more for each joule', () => {
    const tasks = Array.from({ length: 8 }, (_, n) => ({ arrivalS: 10 * n, utility: n % 4 }));
    const worths = [1, 2, 3, 4].map((value) => [{ startS: 0, value }]);
    // Both take 10 s a node-second's worth alike; the second draws a hundred times as much.
    const model = tinyModel({
      endS: 1000,
      budgetJ: 1000,
      pools: [50],
      kinds: [[{ timeS: 10, powerW: 1 }], [{ timeS: 10, powerW: 50 }]],
      functions: worths,
      tasks,
    });
    const policy = energyPrice(model);
    policy.begin!(eventAt({ day: { ...DAY, budgetJ: 1000 }, committedJ: 300, freeNodeS: 50 * 600 }));
    const perJ = policy.price!();
    const least = (option: number, energyJ: number): number => {
      let [low, high] = [0, 1e6];
      for (let k = 0; k < 80; k++) {
        const utility = (low + high) / 2;
        const key = policy.key({ ...CANDIDATE, option, energyJ, timeS: 10, utility });
        if (key === -Infinity) low = utility;
        else high = utility;
      }
      return high / energyJ;
    };
    expect(least(0, 10) / perJ).toBeGreaterThan(0.99);
    expect(least(0, 10) / perJ).toBeLessThan(1.2);
    expect(least(1, 500)).toBeGreaterThan(1.1 * least(0, 10));
  });

  it('decides where tasks draw nothing on one of their options', () => {
    const options = [
      { pool: 0, timeS: 60, powerW: 0 },
      { pool: 1, timeS: 60, powerW: 100 },
    ];
    const model = tinyModel({
      endS: 3600,
      budgetJ: 1e5,
      pools: [1, 1],
      kinds: [options],
      functions: [[{ startS: 0, value: 1 }]],
      tasks: Array.from({ length: 4 }, () => ({ arrivalS: 0 })),
    });
    expect(simulate(model, energyPrice(model), noFilter()).schedule.task).toHaveLength(4);
  });

  it('refuses serial tasks that are worth less than three quarters of the price of their machine', () => {
    // Ten tasks of 1000 s, worth 5 and 1, on one machine that all of them want in the 2000 s that are left.
    const model = tinyModel({
      endS: 4000,
      kinds: [[{ timeS: 1000, powerW: 1 }]],
      functions: [[{ startS: 0, value: 5 }], [{ startS: 0, value: 1 }]],
      tasks: Array.from({ length: 10 }, (_, n) => ({ arrivalS: 200 * n, utility: n % 2 })),
    });
    const policy = energyPrice(model);
    policy.begin!(eventAt({ nowS: 2000, day: model.days[0]!, committedJ: 0, freeNodeS: 2000 }));
    // Its price by hand is .0037 a second (fluid-program.test.ts): a run of 1000 s must be worth 2.75.
    const key = (utility: number): number => policy.key({ ...CANDIDATE, timeS: 1000, energyJ: 1000, utility });
    expect(key(2.5)).toBe(-Infinity);
    expect(key(3)).toBeGreaterThan(-Infinity);
    // What is worth more than a refusal but less than the machine comes last.
    expect(key(3)).toBeLessThan(0);
    expect(key(5)).toBeGreaterThan(0);
  });

  it('decides the same if all energies are 4 times and all utilities 8 times as large', () => {
    let starts = 0;
    for (let seed = 0; seed < fuzzCount(60, 20); seed++) {
      for (const drawn of [randomSerial(seed), randomParallel(seed)].map(stretched)) {
        const { options, functions, days } = drawn;
        const scaled: UtilityModel = {
          ...drawn,
          days: days.map((day) => ({ ...day, budgetJ: 4 * day.budgetJ })),
          options: { ...options, powerW: options.powerW.map((powerW) => 4 * powerW) },
          functions: {
            ...functions,
            value: functions.value.map((value) => 8 * value),
            floor: functions.floor.map((value) => 8 * value),
            slopePerS: functions.slopePerS.map((slope) => 8 * slope),
          },
          droppingThreshold: 8 * drawn.droppingThreshold,
        };
        const [one, other] = [drawn, scaled].map((model) => simulate(model, energyPrice(model), noFilter()));
        expect({ seed, ...one!.schedule }).toEqual({ seed, ...other!.schedule });
        expect(Array.from(one!.series.price, (price) => 2 * price)).toEqual([...other!.series.price]);
        starts += one!.schedule.task.length;
      }
    }
    expect(starts).toBeGreaterThan(200);
  });

  it('starts the same until a moment whatever arrives after it', () => {
    let starts = 0;
    for (let seed = 0; seed < fuzzCount(60, 20); seed++) {
      for (const drawn of [randomSerial(seed), randomParallel(seed)].map(stretched)) {
        const untilS = 0.6 * drawn.endS;
        const { tasks } = drawn;
        const count = tasks.arrivalS.filter((atS) => atS <= untilS).length;
        const [all, some] = [
          drawn,
          { ...drawn, tasks: { ...tasks, count, arrivalS: tasks.arrivalS.slice(0, count) } },
        ].map((model) => {
          const { schedule } = simulate(model, energyPrice(model), noFilter());
          return Array.from(schedule.task, (task, r) => [task, schedule.option[r], schedule.pieceStartS[r]!]).filter(
            ([, , startS]) => startS! < untilS - drawn.eventIntervalS,
          );
        });
        expect({ seed, starts: all }).toEqual({ seed, starts: some });
        starts += all!.length;
      }
    }
    expect(starts).toBeGreaterThan(200);
  });
});

describe('the utility up to which the policy with a price refuses a candidate', () => {
  it('tells the refused ones from the others, and does not fall as the start gets later', () => {
    const seen = { refused: 0, taken: 0 };
    for (let seed = 0; seed < fuzzCount(60, 20); seed++) {
      for (const model of [randomSerial(seed), randomParallel(seed)].map(stretched)) {
        const random = randomStream(seed, 'refused candidates');
        const policy = energyPrice(model);
        const observed: Policy = {
          ...policy,
          key: (candidate) => {
            const key = policy.key(candidate);
            const least = policy.refused!(candidate);
            expect({ seed, isRefused: key === -Infinity }).toEqual({ seed, isRefused: !(candidate.utility > least) });
            const laterS = random.uniform(0, model.endS);
            const later = { ...candidate, startS: candidate.startS + laterS, endS: candidate.endS + laterS };
            expect(policy.refused!(later)).toBeGreaterThanOrEqual(least);
            seen[key === -Infinity ? 'refused' : 'taken']++;
            return key;
          },
        };
        delete (observed as { refused?: unknown }).refused;
        simulate(model, observed, noFilter());
      }
    }
    expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(300);
  });
});

describe('the price of energy that cannot run out', () => {
  it('is nothing from the moment on from which all nodes at their greatest power cannot use up what is left', () => {
    // 3 nodes of 100 W and one of 50 W for 600 s: 210,000 J, and 40,000 J have been drawn.
    const day = { ...DAY, budgetJ: 250_000 };
    const policy = energyPrice(threeNodes());
    // At first a quarter of utility 1 over the mean energy of an option, (5000 + 4800 + 2500) / 3 J.
    const first = 0.25 / 4100;
    expect(priceOf(policy, { day, consumedJ: 40_001 })).toBeCloseTo(first, 15);
    expect(policy.key(CANDIDATE)).toBeCloseTo((3 - first * 1000) / 50, 12);
    expect(priceOf(policy, { day, consumedJ: 40_000 })).toBeNaN();
    expect(policy.key(CANDIDATE)).toBe(3 / 50);
    expect(policy.haveKeysChanged!()).toBe(true);
    // What is learnt is kept.
    expect(priceOf(policy, { consumedJ: 0 })).toBeCloseTo(first, 15);
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
        const [plenty, later, none] = [[1e12, 1e12], [Infinity, 1e12], [Infinity]].map(([first, rest]) => {
          const days = drawn.days.map((day, d) => ({ ...day, budgetJ: (d === 0 ? first : rest) ?? Infinity }));
          const model = { ...drawn, days };
          return simulate(model, energyPrice(model), noFilter()).schedule;
        });
        expect({ seed, schedule: plenty }).toEqual({ seed, schedule: none });
        expect({ seed, schedule: later }).toEqual({ seed, schedule: none });
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
