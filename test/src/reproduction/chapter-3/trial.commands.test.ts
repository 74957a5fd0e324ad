import { describe, expect, it } from 'vitest';
import { varyWorkload } from '../../../../src/families/reward-rate/instances/generate.js';
import { loadRewardRateInstance } from '../../../../src/families/reward-rate/instances/load.js';
import { inTemporaryFolder, writtenInstance } from '../../../../src/reproduction/library-calls.js';
import { reproductionTrial, variantOf } from '../../../../src/reproduction/chapter-3/trial.js';

const CELL = {
  nodes: '1080',
  air: 'nominal',
  capKW: '230',
  aisles: 'open',
  redLineC: '30',
  workload: 'hybrid',
  method: 'greedy',
};
const input = (over: Readonly<Record<string, string>>, seed = 3): Parameters<typeof reproductionTrial>[0] => ({
  cell: { ...CELL, ...over },
  trial: seed - 1,
  seed,
  settings: { gaSteps1080: 2, gaSteps4320: 2 },
});

describe('reproductionTrial', () => {
  it('solves the bundled room, varied as `plenum generate` does', async () => {
    const loaded = loadRewardRateInstance('instances/reward-rate/room-1080-hybrid-nominal.json');
    const own = await inTemporaryFolder(async (folder) => writtenInstance(await variantOf(CELL, 3, folder)));
    expect(loaded.ok && varyWorkload(loaded.instance, 3)).toEqual(own);
  });

  it('gives the same values the second time, and others for another seed', async () => {
    const first = await reproductionTrial(input({}));
    expect((await reproductionTrial(input({}))).values).toEqual(first.values);
    expect((await reproductionTrial(input({}, 4))).values['rewardPerS']).not.toBe(first.values['rewardPerS']);
    const { outcome, rewardPerS, averagedPerS, fullPerS, totalW, coolingW, nodesW } = first.values;
    expect(outcome).toBe('plan');
    expect(rewardPerS).toBe(averagedPerS);
    expect(Number(rewardPerS)).toBeGreaterThan(0);
    expect(Number(fullPerS)).toBeGreaterThan(Number(rewardPerS));
    expect(Number(coolingW) + Number(nodesW)).toBeCloseTo(Number(totalW), 3);
    expect(Number(totalW)).toBeLessThan(230_001);
  });

  it('a room that passes its cap when idle is infeasible, by as much as it does', async () => {
    const { values } = await reproductionTrial(input({ capKW: '130' }));
    expect(values['outcome']).toBe('infeasible');
    expect(values['rewardPerS']).toBeNull();
    expect(Number(values['idleExcessW'])).toBeGreaterThan(1000);
  });

  it('infeasible and solved trials have the same values, as a table needs', async () => {
    const [solved, idle] = [await reproductionTrial(input({})), await reproductionTrial(input({ capKW: '130' }))];
    expect(Object.keys(solved.values)).toEqual(Object.keys(idle.values));
  });

  it('refuses an unknown method', async () => {
    await expect(reproductionTrial(input({ method: 'oracle' }))).rejects.toThrow('oracle');
  });
});
