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

describe.each(FAMILIES.filter(({ verbs }) => verbs.includes('solve')).map((family) => ({ name: family.name, family })))(
  'the uncertain fields of $name',
  ({ name, family }) => {
    const files = filesBelow(`instances/${name}`, '.json');
    const raws = files.map((file) => {
      const json = readJson(readFileSync(path.join(ROOT, file), 'utf8'));
      if (!json.ok) throw new TypeError(file);
      return { file, raw: json.value };
    });

    it('are each in some bundled instance, and every instance has two', () => {
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
