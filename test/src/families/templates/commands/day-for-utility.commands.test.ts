import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import {
  type DayForUtility,
  daySeriesText,
  refuseTooManyDays,
  roomForUtility,
  tasksCsv,
  utilityInstanceText,
} from '../../../../../src/families/templates/commands/day-for-utility.js';
import { arrivalsRecord } from '../../../../../src/families/templates/studies/day/arrivals-record.js';
import { DAY_DEFAULTS } from '../../../../../src/families/templates/studies/day/request.js';
import { simulateMethods } from '../../../../../src/families/templates/studies/day/run.js';
import { type LoadedUtility, loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';
import { judgeDaySeries } from '../../../../../src/instances/day-series/read.js';
import { arrivalsAt, oneRack, promptRoom } from '../../../../support/templates-day.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

/** One node: a job of 2 within 100 s, 10 s and 400 J or 20 s and 300 J; idle it draws 60 W, CRACs a quarter. */
async function dayOf(energyBudgetsJ: readonly number[], redLineC?: number): Promise<DayForUtility> {
  const instance = { ...oneRack(1), middlePState: 'slower' } satisfies TemplatesInstance;
  const room = promptRoom(instance);
  const arrivals = arrivalsAt([10, 30, 70.1], 200);
  const options = { ...DAY_DEFAULTS, overcoolingC: 20 };
  const methods = [{ name: 'greedy+overcooling', mapping: 'greedy', thermal: 'overcooling' } as const];
  const found = await simulateMethods({
    ...room,
    book: null,
    arrivals,
    methods,
    energyBudgetsJ,
    seed: 1,
    options,
    pause: () => Promise.resolve(false),
  });
  const record: DayForUtility['day']['record'] = {
    instance: instance.name,
    sha256: 'ab'.repeat(32),
    family: 'templates',
    study: 'day',
    seed: 1,
    arrivals: arrivalsRecord('constant', 'three', arrivals, room.model),
    steadyEnergy: { fullLoadOvercooledJ: 22e9, idleOvercooledJ: 7e9, idleThrottlingJ: 6e9 },
    outletLimitC: 60,
    options,
    database: null,
    methods: found.methods,
    methodsLeft: 0,
    matrixProvenance: '',
    warnings: [],
    timeS: {},
    files: {},
  };
  const facility = roomForUtility(room.model, arrivals);
  return { day: { record, series: found.series }, model: room.model, arrivals, facility, energyBudgetsJ, redLineC };
}

describe('the files of a day for the utility family', () => {
  const folder = lastingDirectory();
  const loaded = (asked: DayForUtility): LoadedUtility => {
    writeFileSync(join(folder, 'tasks.csv'), tasksCsv(asked));
    writeFileSync(join(folder, 'utility.json'), utilityInstanceText(asked));
    const found = loadUtilityInstance(join(folder, 'utility.json'));
    if (!found.ok) throw new Error(JSON.stringify(found.faults));
    return found;
  };

  it('hold the same tasks in the same room, each worth its reward until its deadline and nothing after it', async () => {
    const { instance, model } = loaded(await dayOf([Infinity], 24));
    const { tasks, functions, options, endS, eventIntervalS, room } = model!;
    expect([...tasks.arrivalS]).toEqual([10, 30, 70.1]);
    expect([endS, eventIntervalS, instance.energyBudgetJPerDay]).toEqual([200, 60, undefined]);
    const worth = [0, 99.9, 100, 100.000001].map((ageS) => utilityAt(functions, tasks.utility[0]!, ageS));
    expect(worth).toEqual([2, 2, 2, 0]);
    // 60 W idle and a quarter of it for the CRACs (CoP 4); no UPS.
    expect(room!.idle.totalW).toBeCloseTo(75, 9);
    expect(room!.redLineC).toBe(24);
    expect(room!.idleInletC[0]).toBeCloseTo(20.06, 9);
    expect([...options.timeS]).toEqual([10, 20]);
    expect([...options.powerW].map((powerW) => Number(powerW.toFixed(9)))).toEqual([50, 18.75]);
  });

  it('hold the budget where there is one, and none where there are several', async () => {
    expect(loaded(await dayOf([20_000])).instance.energyBudgetJPerDay).toBe(20_000);
    const several = loaded(await dayOf([15_500, 20_000])).instance;
    expect([several.energyBudgetJPerDay, several.operation!.redLineC]).toEqual([undefined, undefined]);
  });

  it('hold the series of every day, as it is read back', async () => {
    const judged = judgeDaySeries(daySeriesText(await dayOf([6000, Infinity])));
    if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
    const { days, tasks, taskTypes, durationS, intervalS, outletLimitC } = judged.series;
    expect({ ...tasks, sha256: '' }).toEqual({ count: 3, sha256: '', reward: 6 });
    expect(taskTypes).toEqual([{ name: 'job', reward: 2, deadlineS: 100 }]);
    expect([durationS, intervalS, outletLimitC]).toEqual([200, 60, 60]);
    const [short, whole] = days;
    expect(whole).toMatchObject({ method: 'greedy+overcooling', setPointC: 20, energyBudgetJ: null, stoppedAtS: null });
    expect(whole!.rewardSoFar).toEqual([0, 2, 4, 4]);
    expect(whole!.nodePowerW.map((powerW) => Number(powerW.toFixed(6)))).toEqual([60, 65, 66.666667, 60]);
    expect(whole!.hottestInletC.map((inletC) => Number(inletC!.toFixed(6)))).toEqual([20.06, 20.075, 20.1, 20.06]);
    // 4500 J go in the first minute; then 93.75 W: the budget lasts until 76 s, before the first job ends.
    expect(short).toMatchObject({ energyBudgetJ: 6000, rewardSoFar: [0, 0, 0, 0] });
    expect(short!.stoppedAtS).toBeCloseTo(76, 9);
    expect(short!.hottestInletC.slice(2)).toEqual([null, null]);
    expect(short!.cracPowerW.slice(2)).toEqual([0, 0]);
  });

  it('are refused where the other family cannot tell the tasks', async () => {
    const { model, arrivals } = await dayOf([Infinity]);
    const lengths = { ...arrivals, length: Float64Array.of(1, 2, 3) };
    expect(() => roomForUtility(model, lengths)).toThrow(/time of their type/);
    expect(() => roomForUtility(model, arrivalsAt([], 200))).toThrow(/at least one task/);
  });

  it('are refused before any day is simulated where they are more than can be read back', async () => {
    expect(() => {
      refuseTooManyDays(65, 3600, 60);
    }).toThrow(/at most 64 /);
    expect(() => {
      refuseTooManyDays(1, 3_000_060, 60);
    }).toThrow(/at most 3000000 s/);
    // 4 lists of 43,200 minutes each, of which a file holds 2,500,000 entries.
    expect(() => {
      refuseTooManyDays(15, 30 * 86_400, 60);
    }).toThrow(/at most 14 /);
    const asked = await dayOf(Array.from({ length: 64 }, (_, n) => 15_000 + n));
    refuseTooManyDays(64, 200, 60);
    expect(judgeDaySeries(daySeriesText(asked)).ok).toBe(true);
  });
});
