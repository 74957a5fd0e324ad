import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.js';
import { check, type Plan } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';

/** Two node types in one level of one rack: by docs/studies/exports.md the zones are R1/L1/F and R1/L1/E. */
const FILE = join(repository, 'instances/reward-rate/tiny-two-node-types.json');

function planFor(zone: string, fraction: number): Plan {
  return {
    format: 'plenum.reward-rate-plan',
    formatVersion: 1,
    instance: { name: 'tiny-two-node-types', sha256: createHash('sha256').update(readFileSync(FILE)).digest('hex') },
    method: 'by hand',
    claimedRewardPerS: 0,
    setPointsC: { CRAC1: 20 },
    assignments: [{ zone, nodes: 1, cores: [{ count: 1, slices: [{ taskType: 'a', pState: 0, fraction }] }] }],
  };
}

test('a plan written by hand from the documents is judged; a zone of another name is refused', async () => {
  const judged = (zone: string, fraction: number) => check(FILE, planFor(zone, fraction));
  const half = accepted(await judged('R1/L1/E', 0.5)).record;
  expect(half).toMatchObject({ violations: [], feasible: true });
  expect(half.objective).toBeGreaterThan(0);
  // A slice of fraction 0 runs nothing.
  expect(accepted(await judged('R1/L1/E', 0)).record).toMatchObject({ violations: [], objective: 0 });
  const unknown = accepted(await judged('R1/L1', 0.5)).record;
  expect(unknown.feasible).toBe(false);
  expect(JSON.stringify(unknown)).toContain('R1/L1');
});
