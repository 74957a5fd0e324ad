import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import type { StudyOfFamily } from '../../../src/families/studies.js';
import { WriteFailure } from '../../../src/runs/write-failure.js';
import { writingTo } from '../../../src/workbench/refusal-of.js';
import { runStudy } from '../../../src/workbench/study.js';

/** What the file system says of a disk that is full. */
const FULL = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

describe('a write that fails after the work has begun', () => {
  it('of a study is a problem of --out, with the file', async () => {
    const failing: StudyOfFamily<unknown> = {
      readWords: (words) => words,
      files: { sweep: 'sweep.json' },
      prepare: () => ({
        ok: true,
        instance: 'any',
        run: () => Promise.reject(new Error('a point', { cause: new WriteFailure('/full/sweep.journal.jsonl', FULL) })),
      }),
    };
    const asked = {
      verb: 'sweep',
      family: FAMILIES[0]!,
      inputs: [],
      file: 'any.json',
      words: {},
      request: () => null,
      out: null,
      overwrite: false,
      onNote: () => undefined,
    };
    const answer = await runStudy(failing, asked);
    expect(answer).toMatchObject({ ok: false, faults: [{ file: 'command line', path: '--out' }] });
    expect(JSON.stringify(answer)).toContain('/full/sweep.journal.jsonl');
  });

  it('is told of the option that named the place; other errors stay errors', async () => {
    const failed = writingTo('--write-model', () => Promise.reject(new WriteFailure('/full/model.lp', FULL)));
    expect(await failed).toMatchObject({ ok: false, faults: [{ path: '--write-model' }] });
    await expect(writingTo('--out', () => Promise.reject(new RangeError('ours')))).rejects.toThrow('ours');
  });
});
