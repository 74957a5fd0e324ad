import { linearMeterOf } from '../../../../../models/facility/meter.js';
import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import type { UtilityRoom } from '../../../../../models/families/utility/room.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { type BesideFigures, besideFigures } from '../../../../../src/families/utility/report/beside-figures.js';
import {
  atTheMeter,
  greatestUtility,
  intervalBordersS,
  isSameWorth,
  scheduleOnIntervals,
} from '../../../../../src/families/utility/runs/beside.js';
import type { DaySeriesFile } from '../../../../../src/instances/day-series/format.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';

/** Two pools of 100 W and 40 W tasks; each warms one of two inlets; 60 W idle. */
const ROOM: UtilityRoom = {
  idle: { nodesW: 40, upsLossW: 0, coolingW: 20, otherW: 0, totalW: 60 },
  meterWPerW: Float64Array.of(1, 1),
  zoneNames: ['cool', 'warm'],
  idleInletC: Float64Array.of(20, 19),
  inletKPerW: Float64Array.of(0.01, 0, 0, 0.06),
  cracNames: [],
  idleHeatW: new Float64Array(0),
  capacityW: new Float64Array(0),
  heatWPerW: new Float64Array(0),
  redLineC: 25,
  powerCapW: Infinity,
};
const model = {
  ...tinyModel({
    environment: 'parallel',
    endS: 1000,
    pools: [4, 4],
    kinds: [[{ pool: 0, timeS: 200, powerW: 100 }], [{ pool: 1, timeS: 100, powerW: 40 }]],
    functions: [
      [
        { startS: 0, value: 1 },
        { startS: 250, value: 0 },
      ],
    ],
    tasks: [{ arrivalS: 0 }, { arrivalS: 0, kind: 1 }, { arrivalS: 600 }],
  }),
  room: ROOM,
};
/** One task from 0 to 200 s, one from 120 to 220 s, one that never starts. */
const schedule: Schedule = {
  task: Int32Array.of(0, 1),
  option: Int32Array.of(0, 1),
  firstPiece: Int32Array.of(0, 1, 2),
  pieceStartS: Float64Array.of(0, 120),
  pieceEndS: Float64Array.of(200, 220),
  node: Int32Array.of(-1, -1),
  dropped: new Int32Array(0),
  droppedS: new Float64Array(0),
  unfinished: new Int32Array(0),
};

/** A day written down by hand: 100 W of nodes and 25 W of CRACs until it stops at 450 s. */
const SERIES: DaySeriesFile = {
  format: 'plenum.day-series',
  formatVersion: 1,
  instance: { name: 'other', sha256: 'ab'.repeat(32) },
  facilitySha256: 'cd'.repeat(32),
  tasks: { count: 3, sha256: 'ef'.repeat(32), reward: 5 },
  taskTypes: [{ name: 'a', reward: 1, deadlineS: 250 }],
  durationS: 1000,
  intervalS: 100,
  outletLimitC: 33,
  days: [
    {
      method: 'greedy+throttling',
      setPointC: 22,
      energyBudgetJ: 60_000,
      stoppedAtS: 450,
      nodePowerW: [100, 100, 100, 100, 50, 0, 0, 0, 0, 0],
      cracPowerW: [25, 25, 25, 25, 12.5, 0, 0, 0, 0, 0],
      hottestInletC: [22, 26, 25.5, 24, 23, null, null, null, null, null],
      rewardSoFar: [0, 3, 3, 4, 4, 4, 4, 4, 4, 4],
    },
  ],
};

function figuresOn(linesS: readonly number[], facility = { upsEfficiency: 0.8, otherLoadW: 10 }): BesideFigures {
  const meter = linearMeterOf(facility);
  const borderS = intervalBordersS(SERIES);
  const instance = { operation: { setPointsC: { C1: 20, C2: 20 }, redLineC: 25 } };
  return besideFigures({
    instance: instance as unknown as UtilityInstance,
    model,
    meter,
    borderS,
    method: 'upt',
    isSameWorth: false,
    beside: { file: 'day-series.json', sha256: '', series: SERIES },
    greatestUtility: greatestUtility(model),
    own: scheduleOnIntervals(model, schedule, borderS)!,
    days: SERIES.days.map((day) => atTheMeter(day, borderS, meter)),
    lines: { lengthS: 200, borderS: Float64Array.from(linesS) },
  });
}

describe('a day beside a schedule, by hand', () => {
  const figures = figuresOn([0, 200, 400, 600, 800, 1000]);

  it('draws its power at the meter of the instance: nodes through the UPS, CRACs as they are, other load until it stops', () => {
    // 100 / 0.8 + 25 + 10 = 160 W; half of that while it stops; nothing then.
    expect(figures.lines.days[0]!.meanPowerW).toEqual([160, 160, 40, 0, 0]);
    expect(figures.days[0]!.energyJ).toBe(4 * 160 * 100 + 80 * 100);
    expect(figuresOn([0, 1000], { upsEfficiency: 1, otherLoadW: 0 }).days[0]!.energyJ).toBe(4.5 * 125 * 100);
  });

  it('and that of the schedule with its idle nodes', () => {
    // 160 W, 192 W with 40 W more for 80 of 100 s, 40 W for 20 s, then 60 W.
    const [first, second, third] = figures.lines.own.meanPowerW;
    expect([first, second, third]).toEqual([176, 64, 60]);
    expect(figures.own.energyJ).toBeCloseTo(60 * 1000 + 100 * 200 + 40 * 100, 9);
  });

  it('has the hottest inlet of each stretch, none after the stop, and counts the intervals above the red line', () => {
    expect(figures.lines.days[0]!.hottestInletC).toEqual([26, 25.5, 23, null, null]);
    expect(figures.days[0]).toMatchObject({ hottestInletC: 26, aboveRedLineS: 200, stoppedAtS: 450 });
    expect(figures.lines.own.hottestInletC.map((one) => Number(one!.toFixed(9)))).toEqual([21.4, 21.4, 20, 20, 20]);
    expect(figures.own).toMatchObject({ aboveRedLineS: 0, setPointsC: [20], stoppedAtS: null, energyBudgetJ: null });
  });

  it('earns when tasks end, each a share of its own most', () => {
    // Two of three tasks, by 200 and 220 s; a reward of 4 of 5.
    expect(figures.lines.own.share.map((one) => Number((3 * one!).toFixed(9)))).toEqual([1, 2, 2, 2, 2]);
    expect(figures.own).toMatchObject({ earned: 2, share: 2 / 3 });
    expect(figures.lines.days[0]!.share).toEqual([0.6, 0.8, 0.8, 0.8, 0.8]);
    expect(figures.days[0]).toMatchObject({ earned: 4, share: 0.8 });
  });

  it('takes no interval into a stretch before that interval has ended', () => {
    const { share, hottestInletC, meanPowerW } = figuresOn([0, 150, 1000]).lines.days[0]!;
    expect(share).toEqual([0, 0.8]);
    expect(hottestInletC).toEqual([26, 26]);
    expect(meanPowerW[0]).toBeCloseTo(160, 9);
  });
});

describe('utility and reward are one unit', () => {
  const with_ = (reward: number, deadlineS: number, name = 'a'): boolean =>
    isSameWorth(model, ['a', 'a'], { ...SERIES, taskTypes: [{ name, reward, deadlineS }] });

  it('where every task is worth its reward until its deadline and nothing after it', () => {
    expect(with_(1, 250)).toBe(true);
  });

  it('and are two with another reward, an earlier or later deadline, or a type that the days lack', () => {
    expect([with_(2, 250), with_(1, 249), with_(1, 251), with_(1, 250, 'b')]).toEqual([false, false, false, false]);
  });
});
