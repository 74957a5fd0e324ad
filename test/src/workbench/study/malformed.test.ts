import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Fault } from '../../../../src/instances/fault.js';
import { openStudy } from '../../../../src/workbench/study/open.js';
import { MALFORMED_STUDIES } from './malformed-paths.js';

/** Problems of a malformed study. */
async function faultsOf(file: string): Promise<readonly Fault[]> {
  const opened = await openStudy({
    study: `instances/malformed/${file}`,
    out: null,
    yes: false,
    allowOutside: false,
    packageDirectory: resolve('.'),
    plenumVersion: '1.0.0',
  });
  return opened.ok ? [] : opened.faults;
}

describe('malformed studies', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync('instances/malformed').filter((file) => file.startsWith('study-'));
    expect(files.sort()).toEqual(Object.keys(MALFORMED_STUDIES).sort());
  });

  test.each(Object.entries(MALFORMED_STUDIES))('%s: exactly the faulty places are named', async (file, paths) => {
    const found = await faultsOf(file);
    expect(found.map(({ path }) => path)).toEqual(paths);
    for (const { allowed, remedy } of found) {
      expect(allowed).toMatch(/\w/);
      expect(allowed).not.toContain('another value');
      expect(remedy).toMatch(/\w.*[.]/);
    }
  });

  test.each([
    ['study-unknown-key.json', 'did you mean "methods"?'],
    ['study-no-such-field.json', 'the nearest name is "powerCapW"'],
    ['study-no-such-bundled.json', 'Did you mean "reward-rate/tiny-power-cap"?'],
    ['study-unknown-method.json', 'Did you mean "config-lp"?'],
    ['study-method-of-another-family.json', '"tabu" is a method for robust instances'],
    ['study-unit-does-not-fit.json', 'the field is in W, and takes W, kW, MW, GW'],
    ['study-value-out-of-range.json', 'At the point limits.powerCapW=-1000.'],
    ['study-empty-product.json', 'leaves none of 1 runs'],
    ['study-too-many-runs.json', 'say --yes'],
    ['study-unknown-option.json', 'Did you mean "engine"?'],
  ])('%s: the remedy says %s', async (file, words) => {
    expect((await faultsOf(file))[0]!.remedy).toContain(words);
  });
});
