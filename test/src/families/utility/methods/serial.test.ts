import { describe, expect, it } from 'vitest';
import type { Day, UtilityModel } from '../../../../../models/families/utility/model.js';
import { noFilter, taskFilter } from '../../../../../src/families/utility/methods/filters/fair-share.js';
import { utilityPerTime } from '../../../../../src/families/utility/methods/policies/max-max.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';

interface Work {
  readonly arrivalS: number;
  /** Constant utility until it ends, 0 from the age of `untilS` on. */
  readonly utility: number;
  readonly untilS?: number;
}

/** One kind of work on one pool: 90 s at 100 W, events every 60 s, threshold 0.5. */
function modelOf(work: readonly Work[], days: readonly Day[], machines = 1): UtilityModel {
  const each = <T>(value: (one: Work) => T): T[] => work.map(value);
  const zeros = new Int32Array(work.length);
  const flags = new Uint8Array(work.length);
  return {
    name: 'by hand',
    environment: 'serial',
    days,
    endS: days.at(-1)!.endS,
    measuredFromS: days.at(-1)!.startS,
    eventIntervalS: 60,
    droppingThreshold: 0.5,
    preemptionOverheadS: 0,
    pools: [{ name: 'pool', nodes: machines, coresPerNode: 1 }],
    options: {
      kindCount: 1,
      first: Int32Array.of(0, 1),
      pool: Int32Array.of(0),
      pState: Uint8Array.of(0),
      nodes: Int32Array.of(1),
      timeS: Float64Array.of(90),
      powerW: Float64Array.of(100),
    },
    functions: {
      count: work.length,
      firstPiece: Int32Array.from({ length: work.length + 1 }, (_, f) => 2 * f),
      startS: Float64Array.from(each(({ untilS }) => [0, untilS ?? 1e9]).flat()),
      value: Float64Array.from(each(({ utility }) => [utility, 0]).flat()),
      floor: Float64Array.from(each(({ utility }) => [utility, 0]).flat()),
      ratePerS: new Float64Array(2 * work.length),
      slopePerS: new Float64Array(2 * work.length),
    },
    tasks: {
      count: work.length,
      arrivalS: Float64Array.from(each(({ arrivalS }) => arrivalS)),
      type: zeros,
      kind: zeros,
      utility: zeros.map((_, n) => n),
      name: String,
      mayPreempt: flags,
      mayBePreempted: flags,
    },
  };
}

const play = (model: UtilityModel) => simulate(model, utilityPerTime(), noFilter());
const startsOf = (model: UtilityModel): Record<number, number> => {
  const { task, pieceStartS } = play(model).schedule;
  return Object.fromEntries(Array.from(task, (n, r) => [n, pieceStartS[r]!]));
};
const DAY: Day = { startS: 0, endS: 1200, budgetJ: Infinity };

describe('serial tasks on one machine', () => {
  it('fix the pending task, not what is queued behind it', () => {
    // At 0 task 0 starts, task 1 is pending from 90; task 2 is queued virtually. Task 3 comes before the event at 60 and takes its place.
    const work = [8, 4, 2].map((utility) => ({ arrivalS: 0, utility }));
    expect(startsOf(modelOf([...work, { arrivalS: 50, utility: 6 }], [DAY]))).toEqual({ 0: 0, 1: 90, 3: 180, 2: 270 });
    // As soon as it is pending, nothing takes its place: task 2 was fixed at 60.
    expect(startsOf(modelOf([...work, { arrivalS: 61, utility: 6 }], [DAY]))).toEqual({ 0: 0, 1: 90, 2: 180, 3: 270 });
  });

  it('are dropped when the first that could be placed earns less than the threshold', () => {
    // The pending task ends at 180: task 2 behind it would end at 270 and earn nothing. At 0 it could still have been the first.
    const work = [
      { arrivalS: 0, utility: 8 },
      { arrivalS: 0, utility: 4 },
      { arrivalS: 0, utility: 2, untilS: 200 },
    ];
    const { schedule, series } = play(modelOf(work, [DAY]));
    expect(Array.from(schedule.dropped)).toEqual([2]);
    expect(Array.from(schedule.droppedS)).toEqual([60]);
    expect(Array.from(series.dropped).slice(0, 3)).toEqual([0, 1, 0]);
  });

  it('prorate energy and utility at midnight and count what crosses it as the next day’s from its first second', () => {
    const days = [
      { startS: 0, endS: 140, budgetJ: Infinity },
      { startS: 140, endS: 600, budgetJ: Infinity },
    ];
    const work = [8, 4, 2].map((utility) => ({ arrivalS: 0, utility }));
    const { ledger, series } = play(modelOf(work, days));
    // 0-90 and 90-180 as fixed at 0; task 2 cannot start before midnight and waits for the event at 180.
    expect(Array.from(ledger.energyJ)).toEqual([14_000, 40 * 100 + 90 * 100]);
    expect(ledger.utilityByDay[0]).toBeCloseTo(8 + (4 * 50) / 90, 12);
    expect(ledger.utilityByDay[1]).toBeCloseTo((4 * 40) / 90 + 2, 12);
    expect(Array.from(series.committedJ).slice(0, 4)).toEqual([14_000, 14_000, 14_000, 13_000]);
    expect(Array.from(series.consumedJ).slice(0, 4)).toEqual([0, 6000, 12_000, 4000]);
    expect(Array.from(series.postponed).slice(0, 4)).toEqual([0, 1, 1, 0]);
  });

  it('are put off until midnight when the budget has nothing left for them, or dropped if they are worthless then', () => {
    const days = [
      { startS: 0, endS: 300, budgetJ: 10_000 },
      { startS: 300, endS: 600, budgetJ: 20_000 },
    ];
    const work = [
      { arrivalS: 0, utility: 8 },
      { arrivalS: 0, utility: 4 },
      { arrivalS: 0, utility: 2, untilS: 390 },
    ];
    const { schedule, ledger } = play(modelOf(work, days, 3));
    expect(Array.from(schedule.task)).toEqual([0, 1]);
    expect(Array.from(schedule.pieceStartS)).toEqual([0, 300]);
    expect(Array.from(schedule.dropped)).toEqual([2]);
    expect(Array.from(schedule.droppedS)).toEqual([60]);
    expect(Array.from(ledger.energyJ)).toEqual([9000, 9000]);
  });
});

describe('the energy filter of 001', () => {
  it('grants the fair share of the energy left, times the leniency', () => {
    const day = { startS: 0, endS: 1000, budgetJ: 50_000 };
    const model = modelOf([{ arrivalS: 0, utility: 1 }], [day]);
    const event = {
      nowS: 100,
      nextS: 160,
      day,
      consumedJ: 0,
      committedJ: 5000,
      powerW: 0,
      committedW: 0,
      freeNodeS: 450,
      freeCoreS: 0,
    };
    // 45,000 J for 450 / 90 = 5 tasks: 9000 J each, which is what a task draws.
    const candidate = {
      task: 0,
      option: 0,
      pool: 0,
      pState: 0,
      nodes: 1,
      cores: 1,
      startS: 0,
      endS: 90,
      timeS: 90,
      energyJ: 9000,
      utility: 1,
    };
    for (const [leniency, allowed] of [
      [1, true],
      [0.999, false],
      [2, true],
    ] as const) {
      const filter = taskFilter(model, leniency);
      filter.begin(event);
      expect(filter.allows(candidate)).toBe(allowed);
    }
    const filter = taskFilter(model, 4);
    filter.begin({ ...event, freeNodeS: 0 });
    expect(filter.allows(candidate)).toBe(false);
    filter.begin({ ...event, freeNodeS: 0.5 });
    expect(filter.allows(candidate)).toBe(true);
    filter.begin({ ...event, day: { ...day, budgetJ: Infinity } });
    expect(filter.allows(candidate)).toBe(true);
  });
});
