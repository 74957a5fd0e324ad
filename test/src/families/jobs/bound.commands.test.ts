import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bound, type BoundAnswer } from '../../../../src/workbench/bound.js';
import { lastingDirectory } from '../../../support/small-instance.js';

const here = lastingDirectory();
async function asked(
  file: string,
  words: Readonly<Record<string, unknown>> = {},
  timeLimitS: number | null = null,
): Promise<BoundAnswer> {
  let nowS = 0;
  const answer = await bound({
    file,
    words,
    timeLimitS,
    nowS: () => nowS++,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

interface Details {
  readonly rigidBound: number;
  readonly malleableBound: number;
  readonly frontier?: readonly { readonly pricePerMJ: number; readonly bound: number }[];
  readonly nodeTypes: readonly {
    readonly worthPerNode: number;
    readonly perCoreHByHourOfWeek: readonly (number | null)[];
  }[];
}

describe('plenum bound on jobs', () => {
  it.each(['tiny-chains', 'tiny-fork-join', 'tiny-paces', 'tiny-node-types'])(
    'of jobs that stay is the optimum by hand of %s, and of jobs that may move no less',
    async (name) => {
      const file = `instances/jobs/${name}.json`;
      const { knownOptimum } = JSON.parse(readFileSync(file, 'utf8')) as { knownOptimum: { value: number } };
      const { record, ended } = await asked(file, { kind: 'rigid' });
      const { rigidBound, malleableBound } = record.details as unknown as Details;
      expect(ended).toBe('proven');
      expect(record.bound).toBe(rigidBound);
      expect(rigidBound).toBeGreaterThanOrEqual(knownOptimum.value);
      expect(rigidBound).toBeLessThan(knownOptimum.value * 1.002);
      expect(malleableBound).toBeGreaterThanOrEqual(rigidBound);
      expect(record.warnings).toEqual([]);
    },
  );

  it('tells value against energy, and what one more node is worth', async () => {
    const { record, lines } = await asked('instances/jobs/tiny-fork-join.json', { frontier: true });
    const { frontier, nodeTypes, malleableBound } = record.details as unknown as Details;
    expect(record.bound).toBe(malleableBound);
    expect(frontier!.length).toBe(8);
    // A job takes 160 s of a core at 2 W and 2 cores for 105 s at 0.5 W: 425 J for its 8.
    for (const { pricePerMJ, bound: most } of frontier!) expect(most + pricePerMJ * 425e-6).toBeGreaterThanOrEqual(8);
    expect(frontier!.at(-1)!.bound).toBeLessThan(1);
    // The other job is worth 6.
    expect(nodeTypes[0]!.worthPerNode).toBeGreaterThanOrEqual(6);
    expect(nodeTypes[0]!.perCoreHByHourOfWeek).toHaveLength(168);
    expect(lines.join(' ')).toContain('One more node of type node raises the bound by at most');
  });

  it('warns of a known optimum that it refutes', async () => {
    const written = JSON.parse(readFileSync('instances/jobs/tiny-fork-join.json', 'utf8')) as object;
    const file = join(here, 'refuted.json');
    writeFileSync(file, JSON.stringify({ ...written, knownOptimum: { value: 9, derivation: 'too much' } }));
    const { record } = await asked(file);
    expect(record.warnings.join()).toMatch(/knownOptimum.value: 9 is wrong, no schedule earns more than 8/);
  });

  it('that is stopped at once is a bound all the same, with fronts that are not proven', async () => {
    const { record, ended } = await asked('instances/jobs/tiny-chains.json', {}, 0);
    expect(ended).toBe('proven');
    expect(record.bound).toBeGreaterThanOrEqual(20);
    expect(record.termination).toBe('timeLimit');
  });
});
