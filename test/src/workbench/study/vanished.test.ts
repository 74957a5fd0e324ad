import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../../src/families/registry.js';
import type { Refused } from '../../../../src/instances/fault.js';
import { runChain } from '../../../../src/workbench/chain.js';
import { compare } from '../../../../src/workbench/compare.js';
import { type StudyState, studyRun, type StudyRunAnswer } from '../../../../src/workbench/study/run.js';

import { triesAll } from '../../../support/fuzz.js';
import { repository } from '../../../support/repository.js';
import { temporaryDirectory, writeSmall } from '../../../support/small-instance.js';

/** Number of runs of the study: methods that draw nothing, of some milliseconds each. */
const RUNS = 3;

/** Run of a study that keeps plans, in this process; `onRecord` is told how many records are on disk. */
function ran(place: string, onRecord: (state: StudyState) => void, finish = { aborted: false }) {
  const file = join(place, 'study.json');
  const axes = {
    instances: ['reward-rate/tiny-deadline'],
    methods: ['greedy-power'],
    seeds: `1..${RUNS}`,
    budgets: [{ work: 5 }],
  };
  const head = { format: 'plenum.study', formatVersion: 1, name: 'tried', keep: ['plan'], bounds: false, ...axes };
  writeFileSync(file, JSON.stringify(head));
  return studyRun({
    study: file,
    out: join(place, 'out'),
    workers: 1,
    keys: null,
    retry: 'none',
    yes: false,
    finish,
    allowOutside: false,
    packageDirectory: resolve('.'),
    plenumVersion: '1.0.0',
    families: FAMILIES,
    onProgress: (_, state) => {
      onRecord(state);
    },
  });
}

const said = (answer: StudyRunAnswer | Refused): string => (answer.ok ? 'no problem' : JSON.stringify(answer.faults));
const remove = (path: string): void => {
  rmSync(path, { recursive: true });
};

/** What happens to the folder, and what is told of it once n records are on disk. */
const VANISHING: Readonly<Record<string, [act: (out: string) => void, told: (n: number) => readonly RegExp[]]>> = {
  'the folder': [remove, (n) => [records(n), /the study\.json/]],
  'the folder, moved': [
    (out) => {
      renameSync(out, `${out}-elsewhere`);
    },
    (n) => [records(n), /the study\.json/],
  ],
  'the folder, another in its place': [
    (out) => {
      remove(out);
      mkdirSync(join(out, 'records'), { recursive: true });
    },
    (n) => [records(n), /the study\.json/],
  ],
  'its records': [
    (out) => {
      remove(join(out, 'records'));
    },
    (n) => [records(n)],
  ],
  'one folder of its records': [
    (out) => {
      remove(join(out, 'records', shardsIn(join(out, 'records'))[0]!));
    },
    () => [/the record|\d of \d records/],
  ],
  'its plans': [
    (out) => {
      remove(join(out, 'plans'));
    },
    () => [/the plan|\d of \d plans/],
  ],
  'its study.json': [
    (out) => {
      remove(join(out, 'study.json'));
    },
    () => [/the study\.json/],
  ],
};

function records(n: number): RegExp {
  return n === 1 ? /the record\b/ : new RegExp(`${n} of ${n} records`);
}

function shardsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.length === 2);
}

describe('a study whose folder disappears while it runs', () => {
  // An everyday run tries every other one after the first record, and the rest after the last.
  describe.each(Object.entries(VANISHING).map(([what, of], row) => [what, of, row] as const))(
    '%s',
    (_, [act, told], row) => {
      it.each(triesAll() ? [1, RUNS] : [row % 2 === 0 ? 1 : RUNS])(
        'is refused with what is lost after record %i, and made anew by the same command',
        async (n) => {
          const place = temporaryDirectory();
          const answer = await ran(place, ({ done }) => {
            if (done === n) act(join(place, 'out'));
          });
          for (const words of told(n)) expect(said(answer)).toMatch(words);
          expect(said(answer)).toContain('lost while Plenum ran');
          // What stands in the place of the records has to go first.
          rmSync(join(place, 'out', 'records'), { recursive: true, force: true });
          const again = await ran(place, () => undefined);
          expect(again).toMatchObject({ ok: true, ended: 'complete', record: { details: { done: RUNS, missing: 0 } } });
        },
      );
    },
  );

  it('is refused where it was asked to end as well', async () => {
    const place = temporaryDirectory();
    const finish = { aborted: false };
    const answer = await ran(
      place,
      () => {
        finish.aborted = true;
        remove(join(place, 'out'));
      },
      finish,
    );
    expect(said(answer)).toContain('lost while Plenum ran');
  });
});

describe('a comparison, a sweep', () => {
  /** Question whether to stop that removes a folder, once, when something is in one below it. */
  const removing = (out: string, below: string): (() => boolean) => {
    let isDone = false;
    return () => {
      if (isDone || !readdirSync(out).includes(below) || shardsIn(join(out, below)).length === 0) return false;
      isDone = true;
      remove(out);
      return false;
    };
  };
  const asked = {
    trials: 3,
    seed: 1,
    variants: false,
    workers: 1,
    nowS: () => 0,
    cpuS: () => null,
    interruptedTwice: () => false,
    onProgress: () => undefined,
    onNote: () => undefined,
    limits: { timeLimitS: null, workLimit: 3 },
  };

  it('is refused with what is lost where its folder disappears, and writes nothing of what was found', async () => {
    const out = join(temporaryDirectory(), 'out');
    const request = {
      ...asked,
      words: {},
      methods: ['tabu'],
      out,
      overwrite: false,
      interrupted: removing(out, 'records'),
    };
    const answer = await compare({ ...request, file: join(repository, 'instances/robust/tiny-two-nodes.json') });
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).toMatch(/records?\b.* not there any more|lost while Plenum ran/);
    expect(() => readdirSync(out)).toThrow('ENOENT');

    const { file, out: parts } = writeSmall();
    const words = { method: 'greedy' };
    const over = ['powerCapW=100:160:10'];
    const sweep = { ...asked, file, words, over, withBound: false, out: parts, overwrite: false };
    const swept = await runChain('sweep', { ...sweep, interrupted: removing(parts, 'parts') });
    expect(swept).toMatchObject({ ok: false, faults: [{ path: '--out' }] });
    expect(JSON.stringify(swept)).toMatch(new RegExp(`not there any more.*${join(parts, 'parts')}`));
    expect(() => readdirSync(parts)).toThrow('ENOENT');
  });
});
