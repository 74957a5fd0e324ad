import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** Two node types in one level of one rack: by docs/studies/exports.md the zones are R1/L1/F and R1/L1/E. */
const FILE = join(repository, 'instances/reward-rate/tiny-two-node-types.json');

function planFor(zone: string, fraction: number): unknown {
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

async function judged(plan: unknown): ReturnType<typeof plenumJson> {
  const file = join(temporaryDirectory(), 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  return plenumJson('check', FILE, file);
}

test('a plan written by hand from the documents is judged; a zone of another name is refused', async () => {
  const half = await judged(planFor('R1/L1/E', 0.5));
  expect(half.json).toMatchObject({ violations: [], feasible: true });
  expect([half.code, Number(half.json['objective']) > 0]).toEqual([0, true]);
  // A slice of fraction 0 runs nothing.
  const none = await judged(planFor('R1/L1/E', 0));
  expect(none.json).toMatchObject({ violations: [], objective: 0 });
  const unknown = await judged(planFor('R1/L1', 0.5));
  expect(unknown.code).not.toBe(0);
  expect(JSON.stringify(unknown.json)).toContain('R1/L1');
});
