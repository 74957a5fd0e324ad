import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import { utilityPlanOf } from '../../../../../models/families/utility/plan-of.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { checkSchedule } from '../../../../../src/families/utility/check/check-schedule.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { loadJudgedUtility } from '../../../../../src/families/utility/instances/load.js';
import { utilityBound } from '../../../../../src/families/utility/methods/bound/utility-bound.js';
import { clairvoyant, hasClairvoyant } from '../../../../../src/families/utility/methods/clairvoyant/clairvoyant.js';
import { localSearch } from '../../../../../src/families/utility/methods/clairvoyant/local-search.js';
import { Timetable } from '../../../../../src/families/utility/methods/clairvoyant/timetable.js';
import { FILTERS, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { bestUnbroken } from '../../../../support/utility/brute-force.js';
import { smallSerialDay } from '../../../../support/utility/small-days.js';
import { randomFunction, tinyModel } from '../../../../support/utility/tiny-model.js';

const INSTANCES = fuzzCount(60);

/** Up to four tasks of whole seconds, with an event every second: the best schedule starts at events. */
function randomTiny(seed: number): UtilityModel {
  const stream = randomStream(seed, 'clairvoyant tiny');
  const { uniform, integer } = stream;
  const pools = Array.from({ length: integer(1, 2) }, () => integer(1, 3));
  const kinds = Array.from({ length: integer(1, 3) }, () =>
    Array.from({ length: integer(1, 3) }, () => {
      const pool = integer(0, pools.length - 1);
      return { pool, nodes: integer(1, pools[pool]!), timeS: integer(5, 40), powerW: integer(1, 4) };
    }).toSorted((a, b) => a.pool - b.pool || a.timeS - b.timeS),
  );
  // Long enough for all tasks one after the other: in a run that crosses the end, a later start may fit the budget.
  const endS = 250;
  const most = Math.max(...kinds.flat().map((o) => o.timeS * o.powerW));
  return tinyModel({
    environment: 'parallel',
    endS,
    eventIntervalS: 1,
    pools,
    kinds,
    functions: Array.from({ length: 2 }, () => randomFunction(stream, 30)),
    budgetJ: uniform() < 0.3 ? Infinity : most * uniform(0.8, 2.5),
    tasks: Array.from({ length: integer(2, 4) }, () => ({
      arrivalS: integer(0, 30),
      kind: integer(0, kinds.length - 1),
      utility: integer(0, 1),
    })),
  });
}

describe('the clairvoyant search', () => {
  it('earns no more than the best schedule of a tiny instance, and nearly always as much', async () => {
    let [reached, waited] = [0, 0];
    for (let seed = 0; seed < INSTANCES; seed++) {
      const model = randomTiny(seed);
      const best = bestUnbroken(model, [0, 0.5, 1]).utility;
      const { schedule } = await clairvoyant(model, 1, UNLIMITED);
      const { utility, energyJ } = evaluateSchedule(model, schedule);
      expect(utility, `seed ${seed}`).toBeLessThanOrEqual(best * (1 + 1e-9));
      expect(energyJ.at(-1)!).toBeLessThanOrEqual(model.days.at(-1)!.budgetJ);
      if (utility >= best * (1 - 1e-9)) reached++;
      if (schedule.task.length < model.tasks.count) waited++;
    }
    expect(reached).toBeGreaterThan(0.9 * INSTANCES);
    expect(waited).toBeGreaterThan(INSTANCES / 10);
  });

  it('gives a wide task the place of twenty narrow ones that earn less together', async () => {
    const narrow = Array.from({ length: 20 }, (_, arrivalS) => ({ arrivalS, kind: 0, utility: 0 }));
    // The narrow ones must begin within 30 s and take 100; the wide one must begin when it arrives.
    const until = (startS: number, value: number) => [
      { startS: 0, value },
      { startS, value: 0 },
    ];
    const model = tinyModel({
      environment: 'parallel',
      endS: 300,
      eventIntervalS: 1,
      pools: [20],
      kinds: [[{ timeS: 100 }], [{ timeS: 10, nodes: 20 }]],
      functions: [until(130, 1), until(11, 30)],
      tasks: [...narrow, { arrivalS: 60, kind: 1, utility: 1 }],
    });
    const table = new Timetable(model, 0);
    for (const task of narrow.keys()) table.add(task, 0, task);
    expect(table.value).toBe(20);
    const { best } = await localSearch(table, Int32Array.from(model.tasks.arrivalS.keys()), 1, UNLIMITED);
    expect([...best.option]).toEqual([...narrow.map(() => -1), 1]);
    expect(best.start[20]).toBe(60);
  });

  const { instance, model, workload } = loaded();
  const earned = (schedule: Schedule): number => evaluateSchedule(model, schedule).utility;

  it('passes the checker, earns more than the price policy and no more than the bound', async () => {
    const { schedule, firstUtility } = await clairvoyant(model, 1, UNLIMITED);
    const made = { instance: { name: instance.name, sha256: '' }, method: 'clairvoyant' };
    const plan = utilityPlanOf(model, schedule, evaluateSchedule(model, schedule), made);
    expect(checkSchedule(instance, workload, plan).violations).toEqual([]);
    const price = POLICIES.find(({ name }) => name === 'price')!.make(model, { seed: 1 });
    expect(earned(schedule)).toBeGreaterThan(earned(simulate(model, price, FILTERS[0]!.make(model, 1)).schedule));
    expect(earned(schedule)).toBeGreaterThan(firstUtility);
    expect(earned(schedule)).toBeLessThanOrEqual((await utilityBound(model, UNLIMITED)).bound);
  });

  it('gives the same for the same seed, and a schedule that passes the checker wherever it is stopped', async () => {
    const stoppedAfter = (count: number) => {
      let steps = 0;
      return clairvoyant(model, 3, { step: () => Promise.resolve(++steps >= count) });
    };
    const [one, other] = [await stoppedAfter(62), await stoppedAfter(62)];
    expect(one).toEqual(other);
    const early = await stoppedAfter(1);
    const evaluation = evaluateSchedule(model, early.schedule);
    const made = { instance: { name: instance.name, sha256: '' }, method: 'clairvoyant' };
    expect(
      checkSchedule(instance, workload, utilityPlanOf(model, early.schedule, evaluation, made)).violations,
    ).toEqual([]);
    expect(earned(one.schedule)).toBeGreaterThanOrEqual(one.firstUtility * (1 - 1e-12));
  });

  it('is refused where it does not know what limits tasks', async () => {
    const serial = loadJudgedUtility(smallSerialDay(), { file: '', bytes: new Uint8Array() });
    if (!serial.ok || serial.model === null) throw new RangeError('no serial problem');
    expect(hasClairvoyant(serial.model)).toBe(false);
    const { model } = loaded();
    const [first, ...rest] = model.pools;
    const limited = [{ ...first!, allowed: [{ fromS: 0, nodes: 1 }] }, ...rest];
    expect([model, { ...model, pools: limited }].map(hasClairvoyant)).toEqual([true, false]);
    await expect(clairvoyant(serial.model, 1, UNLIMITED)).rejects.toThrow('parallel tasks');
  });
});

function loaded() {
  const whole = bundledUtilityInstances().find((one) => one.instance.name === 'parallel-5000')!.instance;
  if (whole.arrivals.source !== 'generated') throw new RangeError('parallel-5000 generates its tasks');
  // Six hours on a third of the nodes, the fewest that its wide tasks leave.
  const instance: UtilityInstance = {
    ...whole,
    period: { durationS: 6 * 3600, measuredFromS: 3600 },
    energyBudgetJPerDay: (whole.energyBudgetJPerDay! * 5) / 24 / 4,
    pools: whole.pools.map((pool) => ({ ...pool, nodes: Math.round(pool.nodes / 3) })),
    arrivals: { ...whole.arrivals, tasksPerDay: 1000 },
  };
  const read = loadJudgedUtility(instance, { file: '', bytes: new Uint8Array() });
  if (!read.ok || read.model === null || read.workload === null) throw new RangeError('no parallel problem');
  return { instance, model: read.model, workload: read.workload };
}
