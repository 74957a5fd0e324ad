import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMutant } from '../../../bench/fuzz/mutants.js';
import { type FuzzSeed, fuzzSeeds } from '../../../bench/fuzz/seeds.js';
import { fuzzCount } from '../../support/fuzz.js';
import { repository } from '../../support/repository.js';

const PER_TEST = fuzzCount(250);

let scratch: string;
let seeds: readonly FuzzSeed[];

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'plenum-fuzz-'));
  seeds = await fuzzSeeds(repository, scratch);
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe('damaged files', () => {
  it('are of every format that is read', () => {
    const kinds = new Set(seeds.map(({ kind }) => kind));
    for (const family of ['reward-rate', 'robust', 'geo', 'utility', 'jobs']) {
      expect(kinds).toContain(`${family} instance`);
      expect(kinds).toContain(`${family} plan`);
    }
    for (const kind of [
      'templates instance',
      'SWF trace',
      'CSV series',
      'weather',
      'matrix',
      'vent matrices',
      'arrivals',
      'template database',
      'geo compare',
      'utility tasks',
      'utility trace',
      'jobs list',
      'jobs log',
      'workflow record',
      'robust times',
      'study file',
      'profile database',
    ])
      expect(kinds).toContain(kind);
  });

  it.each(Array.from({ length: 8 }, (_, n) => PER_TEST * n))(
    'are answered or refused, never by a mistake in the program: mutants from %i on (npm run fuzz tries more)',
    async (from) => {
      const faults = [];
      for (let seed = from; seed < from + PER_TEST; seed++) {
        const { fault, kind, text } = await runMutant(seeds, seed, join(scratch, 'mutant'));
        if (fault !== null) faults.push({ seed, kind, fault, text: text.slice(0, 500) });
      }
      expect(faults).toEqual([]);
    },
  );
});
