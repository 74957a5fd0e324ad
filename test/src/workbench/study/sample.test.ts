import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { bundledInstance } from '../../../../src/instances/bundled.js';
import { checkStudy } from '../../../../src/workbench/study/check.js';
import { openStudy, type OpenedStudy, type OpenStudyRequest } from '../../../../src/workbench/study/open.js';
import { nameBySeed, sampledSeeds } from '../../../../src/workbench/study/sample.js';
import { ExpansionStopped } from '../../../../src/workbench/study/turns.js';
import { ROOT } from '../../../architecture/source-files.js';
import { temporaryDirectory } from '../../../support/small-instance.js';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
  // A utility instance that is drawn anew for each seed, with so few tasks that this takes no time.
  const drawn = bundledInstance('utility', 'serial-100') as { arrivals: object };
  const few = { ...drawn, name: 'few-tasks', arrivals: { ...drawn.arrivals, tasksPerDay: 500 } };
  writeFileSync(path.join(directory, 'few-tasks.json'), JSON.stringify(few));
});

const TINY = 'reward-rate/tiny-two-node-types';

async function opened(study: object, more: Partial<OpenStudyRequest> = {}): Promise<OpenedStudy> {
  const answer = await openStudy({ ...request(study), ...more });
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

function request(study: object): OpenStudyRequest {
  const file = path.join(directory, 'own.json');
  writeFileSync(file, JSON.stringify({ format: 'plenum.study', formatVersion: 1, name: 'own', ...study }));
  return { study: file, out: null, yes: true, allowOutside: false, packageDirectory: ROOT, plenumVersion: '0.0.0' };
}

describe('a sample of the instances of a study', () => {
  const seeds = '3..10';
  it.each([
    ['variants within an uncertainty', [{ variants: TINY, seeds, uncertainty: { 'limits.powerCapW': 0.05 } }]],
    ['variants as the family makes them', [{ variants: TINY, seeds }]],
    ['variants of a robust instance', [{ variants: 'robust/spec25-thesis', seeds }]],
    ['new rooms', [{ generate: { racks: 60 }, seeds }]],
    [
      'files beside variants of the same name',
      [TINY, { variants: TINY, seeds, uncertainty: { 'limits.powerCapW': 0.05 } }],
    ],
    [
      'two sources',
      [
        { variants: TINY, seeds },
        { variants: 'reward-rate/tiny-deadline', seeds: '1..8' },
      ],
    ],
  ])('has the keys, cells and files of all of them, and makes a few: %s', async (_, instances) => {
    const study = { instances };
    const whole = await opened(study, { keep: false });
    const sample = await opened(study, { keep: false, isSample: true });
    const told = ({ runs }: OpenedStudy): unknown =>
      runs.map(({ key, cell, position, file }) => [key, cell, position, path.basename(file!)]);
    expect(told(sample)).toEqual(told(whole));
    expect(whole.instances).toEqual({ all: whole.instances.all, made: whole.instances.all });
    const seeded = instances.filter((one) => typeof one !== 'string').length;
    expect(sample.instances).toEqual({ all: whole.instances.all, made: instances.length - seeded + 6 * seeded });
  });

  it('shows each of the first and the last values of every axis, in a study of changes', async () => {
    const changes = { 'limits.powerCapW': '120 W..240 W step 1 W', 'limits.redLineC': '28 C..32 C step 0.5 C' };
    const whole = request({ instances: [TINY], changes, methods: ['greedy'] });
    const answer = await checkStudy({ ...whole, yes: true });
    // 10 of 121 values, all 9 of the other axis, and the last of all.
    expect(answer.ok && answer.record.details['runs']).toBe(121 * 9);
    expect(answer.ok && answer.record.warnings).toEqual([expect.stringContaining('19 of 1089 changed instances')]);
    // The last value of the first axis is none: it is found, at the first value of the other axis and at the last.
    const wrong = { ...changes, 'limits.powerCapW': [...Array.from({ length: 120 }, (_, n) => 120 + n), -1] };
    const refused = await checkStudy(request({ instances: [TINY], changes: wrong, methods: ['greedy'] }));
    expect(refused.ok ? [] : refused.faults.map(({ value }) => value)).toEqual([-1, -1]);
  });

  it.each([
    ['compare', { instances: [{ variants: TINY, seeds: '1..9' }], methods: ['greedy', 'ga'], seeds: '1..2' }],
    ['compare', { instances: [{ variants: 'few-tasks.json', seeds: '1..9' }], methods: ['upe'] }],
    ['sweep', { instances: [{ variants: TINY, seeds: '1..9' }], words: { over: 'powerCapW=100:200:50' } }],
    ['sweep', { instances: [TINY], changes: { redLineC: '25..36 step 0.1' }, words: { over: 'powerCapW=100:200:50' } }],
    ['day', { instances: [{ variants: 'reward-rate/tiny-arrivals', seeds: '1..9' }], options: { profile: 'diurnal' } }],
  ])('has the runs of all of them where the verb makes its own: %s %j', async (verb, words) => {
    const study = { verb, ...words };
    const whole = await opened(study, { keep: false });
    const sample = await opened(study, { keep: false, isSample: true });
    const told = ({ runs }: OpenedStudy): unknown => runs.map(({ key, cell, position }) => [key, cell, position]);
    expect(told(sample)).toEqual(told(whole));
    expect(sample.runs.length).toBeGreaterThan(8);
    const seeded = typeof words.instances[0] !== 'string';
    expect(sample.instances).toEqual(seeded ? { all: 9, made: 6 } : { all: 1, made: 1 });
    expect(sample.notes.join()).toContain(seeded ? '' : 'of 111 changed instances were made and judged');
  });

  it('is all of them where they are few', async () => {
    const few = await opened({ instances: [{ variants: TINY, seeds: '1..6' }] }, { isSample: true });
    expect(few.instances).toEqual({ all: 6, made: 6 });
  });

  it('is taken by a check alone: what is to be run has every instance made and judged', async () => {
    const study = { instances: [{ variants: TINY, seeds: '1..8' }], methods: ['greedy'] };
    const { runs } = await opened(study, { out: path.join(directory, 'out') });
    expect(runs.map(({ file }) => existsSync(file!))).toEqual(runs.map(() => true));
    const checked = await checkStudy(request(study));
    expect(checked.ok && checked.record.details['instances']).toEqual({ all: 8, made: 6 });
    expect(checked.ok && checked.text).toContain('6 of 8 instances were made and judged');
  });

  it('is none where names do not follow from seeds', () => {
    expect(sampledSeeds([4, 5, 6, 7, 8, 9, 10, 11])).toEqual([4, 5, 6, 7, 8, 11]);
    type Made = readonly (readonly [seed: number, name: string])[];
    const named: readonly (readonly [made: Made, ofSeven: string | null])[] = [
      [
        [
          [4, 'x'],
          [9, 'x'],
        ],
        'x',
      ],
      [
        [
          [1, 'room-1-v1'],
          [12, 'room-1-v12'],
        ],
        'room-1-v7',
      ],
      [
        [
          [1, '1-of-1-room'],
          [12, '12-of-1-room'],
        ],
        '7-of-1-room',
      ],
      [
        [
          [1, 'a-1'],
          [2, 'a-02'],
        ],
        null,
      ],
      [
        [
          [1, 'a'],
          [2, 'b'],
        ],
        null,
      ],
    ];
    for (const [made, ofSeven] of named) expect(nameBySeed(made)?.(7) ?? null).toBe(ofSeven);
  });
});

describe('an expansion that is to end', () => {
  it.each([
    ['seeds', { instances: [TINY], seeds: '1..200000' }],
    ['variants', { instances: [{ variants: TINY, seeds: '1..20000' }] }],
    [
      'variants within an uncertainty',
      { instances: [{ variants: TINY, seeds: '1..20000', uncertainty: { powerCapW: 0.1 } }] },
    ],
    ['new instances', { instances: [{ generate: { centres: 4 }, seeds: '1..20000' }] }],
    ['changes', { instances: [TINY], changes: { powerCapW: '100..299 step 1', redLineC: '25..34.9 step 0.1' } }],
    ['comparisons', { verb: 'compare', instances: [{ variants: TINY, seeds: '1..20000' }] }],
    ['days', { verb: 'day', instances: [{ variants: 'reward-rate/tiny-arrivals', seeds: '1..20000' }] }],
  ])('of 20,000 runs and more ends within it once it is asked to: %s', async (_, study) => {
    const asked = { looks: 0 };
    const interrupted = (): boolean => ++asked.looks > 0;
    const out = path.join(directory, 'out');
    await expect(openStudy({ ...request(study), out, interrupted })).rejects.toBeInstanceOf(ExpansionStopped);
    expect(asked.looks).toBe(1);
    expect(existsSync(path.join(out, 'records'))).toBe(false);
  });
});
