import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, solve } from '../../../../../src/library/index.js';
import { accepted } from '../../../../support/accepted.js';
import { repository } from '../../../../support/repository.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

/** Writes a bundled instance with a stated mixing of its room's air, m2/s, and returns its path. */
function withMixing(directory: string, mixingM2PerS: number | undefined): string {
  const text = readFileSync(join(repository, 'instances/reward-rate/tiny-two-node-types.json'), 'utf8');
  const instance = JSON.parse(text) as { facility: { airflow: object } };
  Object.assign(instance.facility.airflow, { mixingM2PerS, mixingFraction: 0 });
  const file = join(directory, `mixing-${mixingM2PerS}.json`);
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

describe('the hottest inlet of a room with stated mixing', () => {
  it.each([
    { stated: 0.004, others: [0.002, 0.008] },
    { stated: 0.4, others: [0.2, 0.5] },
  ])('is given with half and twice $stated m2/s as the checker rates the plan there', async ({ stated, others }) => {
    const directory = temporaryDirectory();
    const solved = accepted(await solve(withMixing(directory, stated)));
    const { inletByMixing } = solved.record.details as {
      inletByMixing: { mixingM2PerS: number; hottestInletC: number }[];
    };
    expect(inletByMixing.map(({ mixingM2PerS }) => mixingM2PerS)).toEqual(others);
    for (const { mixingM2PerS, hottestInletC } of inletByMixing) {
      const there = accepted(await check(withMixing(directory, mixingM2PerS), solved.plan!));
      const { hottestInletC: rated } = there.record.details as { hottestInletC: number };
      expect(hottestInletC).toBeCloseTo(rated, 9);
    }
    expect(inletByMixing[0]!.hottestInletC).not.toBeCloseTo(inletByMixing[1]!.hottestInletC, 3);
  });

  it('is given alone where no mixing is stated', async () => {
    const solved = accepted(await solve(withMixing(temporaryDirectory(), undefined)));
    expect(solved.record.details).not.toHaveProperty('inletByMixing');
  });
});
