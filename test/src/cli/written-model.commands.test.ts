import loadPackage, { type Highs } from 'highs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** tiny-power-cap by its own derivation: two slow and two fast cores in 45 W earn 1.25 reward/s. */
const BY_HAND = { 'tiny-power-cap': 1.25 } as const;

describe('models that plenum bound writes', () => {
  test.each(['lp', 'mps'] as const)(
    'the optimum of a .%s times the factor at its head is the bound',
    async (format) => {
      const folder = temporaryDirectory();
      const highs = await (loadPackage as unknown as () => Promise<Highs>)();
      for (const name of ['tiny-power-cap', 'tiny-arrivals', 'tiny-colocation'] as const) {
        const file = join(folder, `${name}.${format}`);
        const instance = join(repository, `instances/reward-rate/${name}.json`);
        const { code, json } = await plenumJson('bound', instance, '--write-model', file);
        expect(code).toBe(0);
        const text = readFileSync(file, 'utf8');
        const [, factor] = /^[\\*] objective x (\S+) = reward per second$/m.exec(text)!;
        const optimum = highs.withModel((model) => {
          model.options.set({ output_flag: false });
          model.readModel({ format, data: text });
          model.run();
          return model.getObjectiveValue();
        });
        const bound = name === 'tiny-power-cap' ? BY_HAND[name] : (json['bound'] as number);
        expect((optimum * Number(factor)) / bound).toBeCloseTo(1, 6);
        // Or the test would hold without a factor.
        expect(Number(factor)).not.toBe(1);
      }
    },
  );
});
