import { describe, expect, it } from 'vitest';
import { varyWorkload } from '../../../../src/families/reward-rate/instances/generate.js';
import { loadRewardRateInstance } from '../../../../src/families/reward-rate/instances/load.js';
import { inTemporaryFolder, writtenInstance } from '../../../../src/reproduction/library-calls.js';
import { type RoomFile, variantOf } from '../../../../src/reproduction/chapter-3/rooms.js';
import { reproductionTrial } from '../../../../src/reproduction/chapter-3/trial.js';
import { triesAll } from '../../../support/fuzz.js';

const CELL = {
  nodes: '1080',
  room: 'nominal',
  demand: '1.3',
  law: 'tied',
  capKW: '230',
  aisles: 'open',
  redLineC: '30',
  workload: 'hybrid',
  method: 'greedy',
};
type Change = Readonly<Record<string, string>>;
const input = (over: Change, seed = 3): Parameters<typeof reproductionTrial>[0] => ({
  cell: { ...CELL, ...over },
  trial: seed - 1,
  seed,
  settings: { gaSteps1080: 16 },
});
const roomOf = (over: Change, seed = 3): Promise<RoomFile> =>
  inTemporaryFolder(async (folder) => writtenInstance(await variantOf({ ...CELL, ...over }, seed, folder)) as RoomFile);

describe('rooms', () => {
  it.each([
    ['nominal', 'open', 'room-1080-hybrid-nominal'],
    ['mixed', 'open', 'room-1080-hybrid-calibrated'],
    ['mixed', 'isolated', 'room-1080-hybrid-isolated-calibrated'],
  ])('%s, %s, is bundled as %s, varied as `plenum generate` does', async (room, aisles, name) => {
    const loaded = loadRewardRateInstance(`instances/reward-rate/${name}.json`);
    expect(loaded.ok && varyWorkload(loaded.instance, 3)).toEqual(await roomOf({ room, aisles }));
  });

  it('fine has the air of nominal on cells a fifth as long, tight less leakage too', async () => {
    const [nominal, fine, tight] = [await roomOf({}), await roomOf({ room: 'fine' }), await roomOf({ room: 'tight' })];
    const { airflow } = nominal.facility;
    const cellM = { x: 0.06, y: 0.06, z: 0.07 };
    expect(fine.facility.airflow).toEqual({ ...airflow, layout: { ...airflow.layout, cellM } });
    expect(tight.facility.airflow).toEqual({ ...fine.facility.airflow, floorLeakageFraction: 0.05 });
    expect([fine.workload, tight.limits]).toEqual([nominal.workload, nominal.limits]);
  });

  it('demand scales arrivals, the law gives all trials other rewards, and caps and red lines are the limits', async () => {
    const whole = await roomOf({});
    const half = await roomOf({ demand: '0.65', capKW: '200', redLineC: '28' });
    const free = await roomOf({ law: 'free' });
    expect(half.limits).toEqual({ powerCapW: 200_000, redLineC: 28 });
    for (const [n, task] of whole.workload.taskTypes.entries()) {
      const { arrivalRatePerS, rewardPerTask } = half.workload.taskTypes[n]!;
      // Rates are rounded to four digits.
      expect(arrivalRatePerS / task.arrivalRatePerS).toBeCloseTo(0.5, 3);
      expect(rewardPerTask).toBe(task.rewardPerTask);
      const drawn = free.workload.taskTypes[n]!;
      expect(drawn.arrivalRatePerS).toBe(task.arrivalRatePerS);
      // U(0.5, 1.5), varied by U(0.8, 1.2).
      expect(drawn.rewardPerTask).toBeGreaterThan(0.39);
      expect(drawn.rewardPerTask).toBeLessThan(1.81);
    }
  });

  it('both laws have one base draw, which trials vary by at most a fifth', async () => {
    for (const law of ['tied', 'free']) {
      const [one, other] = [await roomOf({ law }), await roomOf({ law }, 4)].map(({ workload }) => workload.taskTypes);
      for (const [n, { rewardPerTask }] of one!.entries()) {
        expect(other![n]!.rewardPerTask).not.toBe(rewardPerTask);
        expect(other![n]!.rewardPerTask / rewardPerTask).toBeGreaterThan(0.66);
        expect(other![n]!.rewardPerTask / rewardPerTask).toBeLessThan(1.51);
      }
    }
  });

  it('refuses an unknown law of reward and an unknown demand', async () => {
    await expect(roomOf({ law: 'martial' })).rejects.toThrow('No law "martial"');
    await expect(roomOf({ demand: 'much' })).rejects.toThrow('much is no demand');
  });
});

describe('reproductionTrial', () => {
  it('gives the same values the second time, and others for another seed', async () => {
    const first = await reproductionTrial(input({}));
    const other = await reproductionTrial(input({}, 4));
    // In between the process has kept another workload of the room.
    expect((await reproductionTrial(input({}))).values).toEqual(first.values);
    expect(other.values['rewardPerS']).not.toBe(first.values['rewardPerS']);
    const { outcome, rewardPerS, averagedPerS, earlyPerS, fullPerS, totalW, coolingW, nodesW } = first.values;
    expect([outcome, earlyPerS]).toEqual(['plan', null]);
    expect(rewardPerS).toBe(averagedPerS);
    expect(Number(rewardPerS)).toBeGreaterThan(0);
    expect(Number(fullPerS)).toBeGreaterThan(Number(rewardPerS));
    expect(Number(coolingW) + Number(nodesW)).toBeCloseTo(Number(totalW), 3);
    expect(Number(totalW)).toBeLessThan(230_001);
  });

  it.runIf(triesAll())(
    'of the GA it records the reward after an eighth of its generations, as of a GA with so many',
    async () => {
      const asked = input({ method: 'ga', room: 'mixed', demand: '0.8' });
      const whole = await reproductionTrial(asked);
      // 8 steps of founding and one of 8 of generations.
      const eighth = await reproductionTrial({ ...asked, settings: { gaSteps1080: 9 } });
      expect(whole.values['earlyPerS']).toBeCloseTo(Number(eighth.values['averagedPerS']), 9);
      expect(Number(whole.values['averagedPerS'])).toBeGreaterThanOrEqual(Number(whole.values['earlyPerS']) - 1e-9);
    },
  );

  it('a room that passes its cap when idle is infeasible, with the values that solved trials have', async () => {
    const [solved, idle] = [await reproductionTrial(input({})), await reproductionTrial(input({ capKW: '130' }))];
    expect(idle.values).toMatchObject({ outcome: 'infeasible', rewardPerS: null, totalW: null });
    expect(Object.keys(solved.values)).toEqual(Object.keys(idle.values));
  });

  it('refuses an unknown method and an unknown room', async () => {
    await expect(reproductionTrial(input({ method: 'oracle' }))).rejects.toThrow('oracle');
    await expect(reproductionTrial(input({ room: 'cellar' }))).rejects.toThrow('cellar');
  });
});
