import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { modelInMemory, openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { heldBy } from '../../../../../src/facility/held-facility.js';
import { influenceMatrixOf } from '../../../../../src/facility/influence.js';
import { generate, type GenerateOptions } from '../../../../../src/library/index.js';
import { accepted, faultsOf } from '../../../../support/accepted.js';
import { triesAll } from '../../../../support/fuzz.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

async function generated(options: Omit<GenerateOptions, 'out'>): Promise<string> {
  return (await made(options)).instances[0]!;
}

async function made(options: Omit<GenerateOptions, 'out'>) {
  return accepted(await generate(null, { ...options, out: temporaryDirectory() }));
}

/** Those whose air takes seconds to draw, or which are tried without each of their CRACs, are not made every day. */
const ROOMS: readonly Omit<GenerateOptions, 'out'>[] = [
  ...(triesAll() ? [30, 60, 240, 600] : [60, 300]).map((racks) => ({ racks })),
  { racks: 60, coldAisles: 'open' },
  ...(triesAll() ? [{ racks: 240, coldAisles: 'open' } as const] : []),
  { racks: triesAll() ? 120 : 60, airflow: 'nominal' },
];

describe('a generated room', () => {
  test.each(ROOMS)('of %j can idle within its limits', async (options) => {
    const opened = openModel(await generated(options));
    expect(opened.ok && idleConflict(opened.model)).toBeNull();
  });

  it.runIf(triesAll())(
    'of 240 racks survives the loss of any of its four CRACs idle, by their greater air',
    async () => {
      const { record, instances } = await made({ racks: 240 });
      expect(record.warnings.join()).not.toContain('survive');
      const opened = openModel(instances[0]!, undefined, undefined, { survive: 'any-crac' });
      if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
      const { cracs } = opened.instance.facility;
      expect(opened.model.failedRooms).toHaveLength(4);
      expect(idleConflict(opened.model)).toBeNull();
      const usual = cracs.map((crac) => ({ ...crac, standbyAirFlowM3PerS: crac.airFlowM3PerS }));
      const without = { ...opened.instance, facility: { ...opened.instance.facility, cracs: usual } };
      const { model } = modelInMemory(without, accepted(influenceMatrixOf(heldBy(without), '.')).matrix);
      expect(idleConflict(model)?.message).toMatch(/CRAC\d fails|more than the cap/);
    },
  );

  it('of two CRACs has air for the loss of either, tells that no plan survives that, the reason, and what mends it', async () => {
    const { record, instances } = await made({ racks: 120 });
    const { facility } = JSON.parse(readFileSync(instances[0]!, 'utf8')) as RewardRateInstance;
    // 26.1 m3/s each, a fifth more while another is lost.
    expect(facility.cracs.map(({ standbyAirFlowM3PerS }) => standbyAirFlowM3PerS)).toEqual([31.32, 31.32]);
    const [warning] = record.warnings.filter((text) => text.startsWith('limits.survive'));
    expect(warning).toMatch(/^limits\.survive: this room cannot survive the failure of any one CRAC: .*CRAC/);
    expect(warning).toContain('Give a higher --power-cap or --red-line');
  });

  it.each([{ racks: 12_060 }, { centres: 1001 }, { count: 10_001 }])(
    'of %j is refused before anything is made',
    async (options) => {
      const faults = faultsOf(await generate(null, { ...options, out: temporaryDirectory() }));
      expect(faults).toMatchObject([{ path: Object.keys(options)[0] }]);
    },
  );

  it('under a cap of your own below what its nodes draw idle is written with a warning', async () => {
    const { record } = accepted(await generate(null, { racks: 60, powerCap: 200_000, out: temporaryDirectory() }));
    expect(record.warnings.join()).toContain('limits.powerCapW: idle nodes');
  });
});
