import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import { readJson } from '../../../src/instances/json-reader.js';
import { uncertainField, uncertainVariant } from '../../../src/instances/uncertainty.js';
import { absoluteReferences } from '../../../src/workbench/study/references.js';
import { schemasOfFamilies } from '../../../src/workbench/study/uncertain.js';
import { filesBelow, ROOT } from '../../architecture/source-files.js';

/** Instances that are read fast and have most of the fields. */
const QUICK = [
  'tiny-two-node-types',
  'tiny-fits-one-node',
  'tiny-arbitrage',
  'tiny-facility',
  'tiny-node-types',
  'month-2x10',
];

/** Changes of bundled instances to ones with fields that no bundled one has, by file; of an undefined field: left out. */
const OTHERWISE: Readonly<Record<string, object>> = {
  // 60 W of the idle room are 5.184 MJ a day.
  'instances/utility/tiny-facility.json': {
    energyBudgetJPerDay: undefined,
    annualEnergyBudget: { budgetJ: 100e6, daysLeft: 10 },
    period: { durationS: 86_400, measuredFromS: 0 },
  },
};

function changed(raw: unknown, change: object): unknown {
  return JSON.parse(JSON.stringify({ ...(raw as object), ...change }));
}

describe.each(FAMILIES.filter(({ verbs }) => verbs.includes('solve')).map((family) => ({ name: family.name, family })))(
  'the uncertain fields of $name',
  ({ name, family }) => {
    const files = filesBelow(`instances/${name}`, '.json');
    const raws = files.flatMap((file) => {
      const json = readJson(readFileSync(path.join(ROOT, file), 'utf8'));
      if (!json.ok) throw new TypeError(file);
      const change = OTHERWISE[file];
      return [{ file, raw: json.value }, ...(change === undefined ? [] : [{ file, raw: changed(json.value, change) }])];
    });

    it('are each in some instance, and every bundled instance has two', () => {
      const fields = Object.keys(family.uncertain ?? {});
      const found = raws.map(({ file, raw }) => ({
        file,
        has: fields.filter((field) => !('fault' in uncertainField(field, raw))),
      }));
      expect(fields.filter((field) => !found.some(({ has }) => has.includes(field)))).toEqual([]);
      expect(found.filter(({ has }) => has.length < 2).map(({ file }) => file)).toEqual([]);
    });

    it('give variants that the family accepts', async () => {
      const schema = await schemasOfFamilies()(family);
      const directory = mkdtempSync(path.join(tmpdir(), 'plenum-uncertain-'));
      const parts = await family.load();
      const refused: unknown[] = [];
      for (const { file, raw } of raws.filter((one) => QUICK.includes(path.basename(one.file, '.json')))) {
        const own = Object.fromEntries(
          Object.entries(family.uncertain ?? {}).filter(([field]) => !('fault' in uncertainField(field, raw))),
        );
        const { instance } = uncertainVariant(raw, own, 3, schema);
        const target = path.join(directory, 'variant.json');
        writeFileSync(target, JSON.stringify(absoluteReferences(instance, path.dirname(path.join(ROOT, file)))));
        const opened = parts.use(({ open }) =>
          open(target, { words: {}, phase: () => undefined, shouldStop: () => false }),
        );
        if (!opened.ok) refused.push(file, opened.faults);
      }
      rmSync(directory, { recursive: true });
      expect(refused).toEqual([]);
    });
  },
);
