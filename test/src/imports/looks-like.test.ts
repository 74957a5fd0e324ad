import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { headOf, looksLike } from '../../../src/imports/looks-like.js';

describe('looksLike', () => {
  it.each([
    ['[\n {"model": "dcim.rack", "pk": 1}]', 'a JSON dump of NetBox'],
    ['{"@odata.type": "#Power.v1_5_0.Power"}', 'Redfish JSON of #Power.v1_5_0.Power'],
    ['{"meta": {}, "jobs": [{"job_id": 1}]}', 'jobs of Slurm as JSON (sacct --json)'],
    ['{"nodes": [{"name": "n1"}]}', 'nodes of Slurm as JSON (scontrol show node --json)'],
    ['NodeName=n1 CPUTot=2', 'nodes of Slurm (scontrol show node, slurm.conf)'],
    ['Tue Feb 19\nNODELIST   NODES PARTITION', 'output of sinfo'],
    ['JobID|State\n1|COMPLETED', 'a job log of Slurm (sacct)'],
    ['17|a|b|CANCELLED by 12|x', 'a job log of Slurm (sacct)'],
    ['{"Chassis": 1, "b": {"c": 2}}', 'JSON with the keys "Chassis", "b", "c"'],
    ['\n"time";P;"T, C"\n1;2;3', 'a table with the columns "time", "P", "T, C"'],
    ['Dear all', 'text that begins "Dear all"'],
  ])('%j', (head, words) => {
    expect(looksLike(head)).toBe(words);
  });
});

describe('headOf', () => {
  it('is the beginning of the text of a packed file, however long that is', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'plenum-head-')), 'long.log');
    writeFileSync(file, gzipSync(`\uFEFFfirst\n${'a line of the log\n'.repeat(100_000)}`));
    const head = await headOf(file);
    expect(head.slice(0, 10)).toBe('first\na li');
    expect(head.length).toBeLessThanOrEqual(16_384);
  });
});
