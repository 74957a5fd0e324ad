import { describe, expect, it, test } from 'vitest';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { generate, type GenerateOptions } from '../../../../../src/library/index.js';
import { accepted, faultsOf } from '../../../../support/accepted.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

async function generated(options: Omit<GenerateOptions, 'out'>): Promise<string> {
  return accepted(await generate(null, { ...options, out: temporaryDirectory() })).instances[0]!;
}

const ROOMS: readonly Omit<GenerateOptions, 'out'>[] = [
  ...[30, 60, 240, 600].map((racks) => ({ racks })),
  { racks: 60, coldAisles: 'open' },
  { racks: 240, coldAisles: 'open' },
  { racks: 120, airflow: 'nominal' },
];

describe('a generated room', () => {
  test.each(ROOMS)('of %j can idle within its limits', async (options) => {
    const opened = openModel(await generated(options));
    expect(opened.ok && idleConflict(opened.model)).toBeNull();
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
