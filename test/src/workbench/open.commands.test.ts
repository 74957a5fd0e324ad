import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open } from '../../../src/workbench/open.js';
import { validate } from '../../../src/workbench/validate.js';
import { repository } from '../../support/repository.js';

const bundled = (name: string): string => join(repository, 'instances', `${name}.json`);

describe('open', () => {
  it.each([
    ['reward-rate/tiny-two-node-types', 'reward-rate'],
    ['robust/tiny-two-nodes', 'robust'],
    ['geo/tiny-arbitrage', 'geo'],
    ['templates/tiny-two-quadrants', 'templates'],
  ])('%s tells its family, its name and the digest of its bytes', async (name, family) => {
    const file = bundled(name);
    const opened = await open(file);
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(opened).toMatchObject({ ok: true, file, family, name: name.split('/')[1], sha256 });
  });

  it('tells what validate tells', async () => {
    const file = bundled('reward-rate/tiny-two-node-types');
    const opened = await open(file);
    const judged = await validate([file]);
    if (!opened.ok || !judged.ok) throw new Error('refused');
    const [{ record, text }] = judged.instances as [(typeof judged.instances)[number]];
    expect(opened).toMatchObject({ facts: record.details, nodePower: record.nodePower, text });
    expect(opened.facts).toMatchObject({ nodes: 2, cracs: 1 });
  });

  it('refuses a broken file with its problems', async () => {
    const opened = await open(bundled('malformed/text-for-number'));
    expect(opened).toMatchObject({ ok: false });
    expect(opened.ok ? [] : opened.faults.length).toBeGreaterThan(0);
  });
});
