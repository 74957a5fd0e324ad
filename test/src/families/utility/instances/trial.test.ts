import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateOfUtility } from '../../../../../src/families/utility/generate.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';
import { trialOf } from '../../../../../src/families/utility/instances/trial.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

const folder = lastingDirectory();

function vary(name: string, seed = 5, count = 2) {
  return generateOfUtility.vary!({ file: `instances/utility/${name}.json`, seed, count, out: folder });
}

function named(name: string) {
  return bundledUtilityInstances().find(({ instance }) => instance.name === name)!.instance;
}

describe('trials of a utility instance', () => {
  it.each(['serial-100', 'parallel-5000', 'preemptive-64', 'curie'])(
    '%s: the same but for name and seed, and valid',
    (name) => {
      const made = vary(name);
      if (!made.ok) throw new Error(JSON.stringify(made.faults));
      expect(made.files.map((one) => one.name)).toEqual([`${name}-seed5.json`, `${name}-seed6.json`]);
      for (const [n, { text, name: file }] of made.files.entries()) {
        expect(JSON.parse(text)).toEqual({
          ...(JSON.parse(JSON.stringify(named(name))) as object),
          name: `${name}-seed${5 + n}`,
          seed: 5 + n,
        });
        writeFileSync(join(folder, file), text);
        expect(loadUtilityInstance(join(folder, file)).ok).toBe(true);
      }
    },
  );

  it('an instance in which nothing is drawn has none', () => {
    for (const name of ['tiny-serial-budget', 'small-preemption-pays']) {
      const made = vary(name);
      expect(made.ok ? [] : made.faults).toMatchObject([{ path: 'seed', value: 0 }]);
    }
    expect(() => trialOf(named('tiny-serial-budget'), 2)).toThrow(RangeError);
  });

  it('seeds beyond the last one are refused at the option', () => {
    const made = vary('serial-100', 999_999_999, 2);
    expect(made.ok ? [] : made.faults).toMatchObject([{ file: 'command line', path: '--seed' }]);
    expect(vary('serial-100', 999_999_999, 1).ok).toBe(true);
  });

  it('count from 1, which is the instance itself', () => {
    const instance = named('serial-100');
    expect(trialOf(instance, 1)).toBe(instance);
    expect(trialOf(instance, 3)).toMatchObject({ name: 'serial-100-trial3', seed: 3 });
    expect(() => trialOf(instance, 0)).toThrow(RangeError);
  });
});
