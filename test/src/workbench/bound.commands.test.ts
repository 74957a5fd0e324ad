import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type BoundOfFamily, type Family, familyParts, type Opened } from '../../../src/families/family.js';
import { bound } from '../../../src/workbench/bound.js';
import { TOY } from '../../conformance/toy-family.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** The toy family with a bound that finds no plan, which it has proven or not. */
function withoutPlan(proven: boolean): Family {
  const own: BoundOfFamily<Opened> = {
    progressUnit: '',
    tightens: 'lower',
    least: 'a bound',
    mayBeEmpty: false,
    prove: () =>
      Promise.resolve({
        bound: null,
        objectiveUnit: 'USD',
        boundScope: 'all plans',
        infeasibility: {
          record: {
            constraint: 'capacity',
            where: '',
            unit: 'kg',
            value: 2,
            limit: 1,
            amount: 1,
            message: 'no',
            proven,
          },
          lines: ['no'],
        },
        warnings: [],
        work: {},
        details: {},
        lines: [],
      }),
  };
  const load: Family['load'] = async () => (await TOY.load()).use((parts) => familyParts({ ...parts, bound: own }));
  return { ...TOY, load };
}

it.each([
  [true, false],
  [false, null],
])('no plan found, proven %s: feasible is %s', async (proven, feasible) => {
  const file = join(temporaryDirectory(), 'van.json');
  writeFileSync(file, JSON.stringify({ format: 'test.van', name: 'van', loadKg: 1, parcels: [] }));
  const asked = {
    file,
    words: {},
    timeLimitS: null,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
  const answer = await bound(asked, [withoutPlan(proven)]);
  expect(answer).toMatchObject({ ok: true, ended: 'infeasible', record: { feasible, infeasibility: { proven } } });
});
