import { describe, expect, it } from 'vitest';
import { bundledRobustInstances } from '../../../support/bundled.js';
import { trialOf } from '../../../../src/families/robust/instances/trial.js';
import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import type { Cell } from '../../../../src/experiments/design.js';
import { inTemporaryFolder, writtenInstance } from '../../../../src/reproduction/library-calls.js';
import { instanceFor, robustTrial } from '../../../../src/reproduction/chapter-2/trial.js';

const CELL = {
  problem: 'mo-ec',
  instance: 'tiny-two-nodes',
  budgetMJ: '0.02',
  deadlineS: '220',
  handling: 'dynamic',
  stallHops: '500',
  method: 'tabu',
};
const SETTINGS = {
  'tabu-small': 2,
  'tabu-thesis-small': 1,
  'ga-small': 2,
  'gals-small': 3,
  secondsSmall: 1,
  thesisHours: 6,
  progress: null,
};
type Settings = Parameters<typeof robustTrial>[0]['settings'];
const input = (
  over: Readonly<Record<string, string>>,
  settings: Settings = SETTINGS,
): Parameters<typeof robustTrial>[0] => ({ cell: { ...CELL, ...over }, trial: 0, seed: 1, settings });

describe('robustTrial', () => {
  it('solves the bundled instance with the limits of the cell', async () => {
    const instanceOf = (cell: Cell, seed: number): Promise<RobustInstance> =>
      inTemporaryFolder(async (folder) => writtenInstance(await instanceFor(cell, seed, folder)) as RobustInstance);
    const limits = { ...CELL, instance: 'spec25-thesis', deadlineS: '15500' };
    const bundled = bundledRobustInstances().find(({ instance }) => instance.name === 'spec25-thesis')!.instance;
    const own = await instanceOf({ ...limits, budgetMJ: '58' }, 3);
    expect({ ...own, name: '' }).toEqual({ ...trialOf(bundled, 3), name: '' });
    const other = await instanceOf({ ...limits, budgetMJ: '50.5' }, 3);
    expect(other.limits).toEqual({ ...bundled.limits, energyBudgetJ: 50.5e6 });
    const calibration = 'dynamic power x 0.5, mean 612 s';
    const weak = await instanceOf({ ...limits, budgetMJ: '58', calibration }, 3);
    const watts = ({ facility }: RobustInstance): number[] =>
      facility.nodeTypes.flatMap(({ pStates }) => pStates.map(({ dynamicPowerW }) => dynamicPowerW));
    expect(watts(weak)).toEqual(watts(bundled).map((powerW) => powerW / 2));
    expect(weak.workload.tasks).toEqual({ ...own.workload.tasks, meanS: 612 });
    await expect(instanceOf({ ...limits, budgetMJ: '58', calibration: 'half' }, 3)).rejects.toThrow(
      'half is no calibration',
    );
  });

  it.each(['tabu', 'ga', 'gals', 'lagrange', 'min-min-balance'])(
    '%s gives the same values the second time',
    async (method) => {
      const first = await robustTrial(input({ method }));
      expect((await robustTrial(input({ method }))).values).toEqual(first.values);
      const { outcome, psiZ, boundZ } = first.values;
      expect(outcome).toBe('plan');
      expect(Number(psiZ)).toBeGreaterThan(0);
      if (method === 'lagrange') expect(Number(boundZ)).toBeGreaterThanOrEqual(Number(psiZ) - 1e-9);
      else expect(boundZ).toBeNull();
    },
  );

  it('every search gets the work that its design says', async () => {
    const work = async (method: string): Promise<unknown[]> => {
      const { values } = await robustTrial(input({ method }));
      return [values['iterations'], values['generations']];
    };
    expect(await work('tabu')).toEqual([400, null]);
    expect(await work('tabu-thesis')).toEqual([200, null]);
    expect(await work('ga')).toEqual([null, 200]);
    expect(await work('gals')).toEqual([null, 6]);
  });

  it('founders that are turned away cost no generations', async () => {
    const { values } = await robustTrial(input({ method: 'ga', handling: 'limit', budgetMJ: '0.008' }));
    expect(values['generations']).toBe(200);
    expect(Number(values['founders'])).toBeGreaterThan(200);
  });

  it('levels of local search do about as many short-hops: half the generations where each is twice as long', async () => {
    const generations = async (hops: number): Promise<unknown> =>
      (await robustTrial(input({ method: 'gals', localSearch: `local search of ${hops}` }))).values['generations'];
    expect([await generations(100), await generations(200), await generations(400)]).toEqual([12, 6, 3]);
  });

  it('records which tasks run fastest and slowest', async () => {
    // Least energy is in the slowest P-state of each node, greatest speed in P-state 0.
    const { values } = await robustTrial(input({ method: 'min-min-pmin' }));
    expect(values['fastestShare']).toBe(1);
    const { values: slow } = await robustTrial(input({ method: 'min-min-pmax' }));
    expect(slow['slowestShare']).toBe(1);
  });

  it('ends local search by the criterion of the cell', async () => {
    const hops = async (stallHops: string): Promise<number> =>
      Number((await robustTrial(input({ stallHops }))).values['longHops']);
    expect(await hops('100')).toBeGreaterThan(0);
    expect(await hops('1500')).toBe(0);
  });

  it('records the progress that is asked for, and no other', async () => {
    const asked = { ...SETTINGS, progress: '12,72' };
    const { values } = await robustTrial(input({ method: 'ga' }, asked));
    expect(Object.keys(values).filter((name) => name.startsWith('zAt'))).toEqual(['zAt0h', 'zAt12h', 'zAt72h']);
    expect(Number(values['zAt72h'])).toBeCloseTo(Number(values['psiZ']), 6);
    expect(Number(values['zAt12h'])).toBeLessThanOrEqual(Number(values['zAt72h']));
    // One step alone: its end is the last hour.
    const { values: tabu } = await robustTrial(input({ method: 'tabu-thesis' }, asked));
    expect([tabu['zAt0h'], Number(tabu['zAt72h']).toFixed(6)]).toEqual([null, Number(tabu['psiZ']).toFixed(6)]);
    const { values: greedy } = await robustTrial(input({ method: 'min-min-balance' }, asked));
    expect(Object.keys(greedy)).toEqual(Object.keys(values));
    expect(greedy['zAt72h']).toBeNull();
  });

  it('a budget that nothing keeps is told from a search that failed', async () => {
    const { values } = await robustTrial(input({ method: 'lagrange', budgetMJ: '0.001' }));
    expect(values['outcome']).toBe('infeasible');
    const { values: searched } = await robustTrial(input({ budgetMJ: '0.001' }));
    expect(searched['outcome']).toBe('breaks limits');
  });

  it('refuses what there is not', async () => {
    await expect(robustTrial(input({ method: 'oracle' }))).rejects.toThrow('oracle');
    await expect(robustTrial(input({ instance: 'nowhere' }))).rejects.toThrow('nowhere');
    await expect(robustTrial(input({}, { progress: null }))).rejects.toThrow('gives tabu no steps');
  });
});
