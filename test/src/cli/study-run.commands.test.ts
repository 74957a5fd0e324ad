import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { studyRun } from '../../../src/workbench/study/run.js';
import { runStudy } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { type Hooks, program } from '../../support/program.js';
import { repository } from '../../support/repository.js';
import { expectOneObject, plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

let folder: string;
let study: string;
beforeEach(() => {
  const place = temporaryDirectory();
  folder = path.join(place, 'records-of-it');
  study = path.join(place, 'study.json');
  written({});
});

function written(more: object): void {
  const own = { format: 'plenum.study', formatVersion: 1, name: 'tiny', seeds: '1..2', budgets: [{ work: 20 }] };
  const axes = { instances: ['reward-rate/tiny-deadline'], methods: ['greedy-power', 'greedy'] };
  writeFileSync(study, JSON.stringify({ ...own, ...axes, ...more }));
}

/** Entries of the records by key, without what depends on the machine. */
function records(of = folder): Readonly<Record<string, unknown>> {
  const files = readdirSync(path.join(of, 'records'), { recursive: true, encoding: 'utf8' });
  const entries = files
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const line = JSON.parse(readFileSync(path.join(of, 'records', name), 'utf8')) as { entry: { machine?: unknown } };
      const { machine, ...rest } = line.entry;
      expect(machine).toBeTypeOf('object');
      return [path.basename(name, '.json'), rest] as const;
    });
  return Object.fromEntries(entries.sort());
}

/** Process that runs the study in its folder. */
const ran = (words: readonly string[], hooks: Hooks = {}) =>
  program(['study', 'run', study, '--out', folder, ...words], hooks);

/** Details of a run in this process, which makes them one after another: as a process of its own only where that matters. */
async function details(...words: string[]): Promise<Readonly<Record<string, unknown>>> {
  return (await plenumJson(...words)).json['details'] as Readonly<Record<string, unknown>>;
}

describe('plenum study run', () => {
  it('makes every run once, continues where it was left, and has the same records for 1 and 2 workers', async () => {
    const first = await ran(['--workers', '2']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const [counts, best, ...next] = first.stdout.trimEnd().split('\n');
    expect(counts).toBe(`tiny: 4 of 4 runs done (4 made, 0 taken over, 0 failed); records in ${folder}`);
    expect(best).toMatch(/^best {10}tiny-deadline: \S+ reward\/s by greedy/);
    expect(next.map((line) => line.slice(14))).toEqual([
      `plenum study report ${folder}   (recommendation, ranking, every run: one page)`,
      `plenum study export ${folder} --format csv --out runs.csv`,
    ]);
    const all = records();
    expect(Object.keys(all)).toHaveLength(4);

    const other = `${folder}-2`;
    const [one, two, ...rest] = Object.keys(all);
    expect(await details('study', 'run', study, '--out', other, '--runs', `${one!},${two!}`)).toMatchObject({
      runs: 2,
      done: 2,
      made: 2,
      takenOver: 0,
      failed: 0,
      missing: 0,
    });
    expect(Object.keys(records(other))).toEqual([one, two]);
    const list = path.join(path.dirname(study), 'list');
    writeFileSync(list, `${one!}\n${rest.join(' ')}\n`);
    expect(await details('study', 'run', other, '--list', list, '--line', '2')).toMatchObject({ runs: 2, made: 2 });
    expect(await details('study', 'resume', other)).toMatchObject({ runs: 4, done: 4, made: 0, takenOver: 4 });
    expect(records(other)).toEqual(all);
  });

  it('refuses what it cannot mean before anything is written', async () => {
    const refusal = async (...words: string[]): Promise<string> => {
      const { code, stderr, stdout } = await plenum('study', ...words);
      expect([code, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(await refusal('run', study)).toMatch(/--out[^]*remedy: {2}Name one with --out/);
    expect(await refusal('run', study, '--out', folder, '--runs', 'abc')).toContain('64 hexadecimal digits');
    expect(await refusal('run', study, '--out', folder, '--runs', '0'.repeat(6))).toContain('only one begins');
    expect(existsSync(folder)).toBe(false);
    expect(await refusal('run', study, '--out', folder, '--line', '1')).toContain('--list <file> and --line <n>');
    expect(await refusal('run', study, '--out', folder, '--retry', 'all')).toContain('failed');
    expect(await refusal('resume', folder)).toContain(folder);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'study.json'), '{"mine":true}');
    expect(await refusal('run', study, '--out', folder)).toContain('no study of this format');
    expect(readdirSync(folder)).toEqual(['study.json']);
  });

  it('records runs that pass the limit of time as failed, and makes them anew when asked to', async () => {
    written({ limits: { time: '0.01 s' } });
    const late = await ran([]);
    expect(late.code).toBe(0);
    expect(late.stdout).toContain('4 of 4 runs done (4 made, 0 taken over, 4 failed)');
    expect(late.stdout).toContain("It ran for longer than the study's limit of 0.01 s");
    written({});
    expect(await details('study', 'run', study, '--out', folder)).toMatchObject({ made: 0, failed: 4 });
    const anew = await details('study', 'run', study, '--out', folder, '--retry', 'failed');
    expect(anew).toMatchObject({ made: 4, failed: 0, done: 4, missing: 0 });
  });

  it('finishes what runs at Ctrl-C, says so, and goes on later', async () => {
    written({ seeds: '1..300', instances: ['robust/tiny-fits-one-node'], methods: undefined });
    const { code, stderr, stdout } = await ran(['--json'], {
      onSpawn: (child) => {
        const look = setInterval(() => {
          if (!existsSync(path.join(folder, 'records'))) return;
          clearInterval(look);
          child.kill('SIGINT');
        }, 5);
      },
    });
    expect(code).toBe(4);
    expect(stderr).toMatch(/Finishing \d+ runs?; again to stop now\./);
    const { done, missing, failed } = expectOneObject(stdout)['details'] as Readonly<Record<string, number>>;
    expect(missing).toBeGreaterThan(0);
    expect([done! + missing!, failed]).toEqual([300, 0]);
    expect(Object.keys(records())).toHaveLength(done!);
    expect(await details('study', 'resume', folder)).toMatchObject({ done: 300, made: missing, takenOver: done });
  });

  it('ends at Ctrl-C while it makes its instances, says so, and has run nothing', async () => {
    const variants = [{ variants: 'reward-rate/tiny-deadline', seeds: '1..20000' }];
    written({ instances: variants, seeds: 1 });
    const made = (): number => readdirSync(path.join(folder, 'instances')).length;
    const { code, stderr, stdout } = await ran(['--yes', '--json'], {
      onSpawn: (child) => {
        const look = setInterval(() => {
          if (!existsSync(path.join(folder, 'instances')) || made() < 3) return;
          clearInterval(look);
          child.kill('SIGINT');
        }, 5);
      },
    });
    expect([code, stderr]).toEqual([4, expect.stringContaining('again to stop now')]);
    expect(expectOneObject(stdout)).toMatchObject({ termination: 'interrupted', details: { made: 0 } });
    expect(made()).toBeLessThan(20_000);
    expect(existsSync(path.join(folder, 'records'))).toBe(false);
  });

  it('gives up what runs at a second Ctrl-C, and breaks nothing', async () => {
    // The second run would take its ten minutes.
    const room = { instances: ['robust/spec25-thesis'], methods: ['min-min-balance', 'ga'], seeds: 1 };
    written({ ...room, budgets: [{ time: '10 min' }] });
    let again = false;
    const { code, stderr, stdout } = await ran(['--json'], {
      onSpawn: (child) => {
        const look = setInterval(() => {
          if (!existsSync(path.join(folder, 'records')) || Object.keys(records()).length === 0) return;
          clearInterval(look);
          child.kill('SIGINT');
        }, 20);
      },
      onStderr: (text, child) => {
        if (again || !text.includes('again to stop now')) return;
        again = true;
        child.kill('SIGINT');
      },
    });
    expect(code).toBe(4);
    expect(stderr).toContain('Stopping now; 1 run not recorded.');
    expect(expectOneObject(stdout)['details']).toMatchObject({ done: 1, missing: 1, failed: 0 });
    expect(Object.keys(records())).toHaveLength(1);
    expect(existsSync(path.join(folder, 'set-aside'))).toBe(false);
  });

  it('keeps the plans of a study that wants them, one for each run that has one', async () => {
    written({ keep: ['plan'], seeds: 1 });
    expect(accepted(await runStudy(study, { out: folder })).ended).toBe('complete');
    for (const key of Object.keys(records())) {
      const file = path.join(folder, 'plans', key.slice(0, 2), `${key}.json`);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('format', 'plenum.reward-rate-plan');
    }
  });

  it('says how many runs have no plan where plans were asked for later', async () => {
    written({ seeds: 1 });
    accepted(await runStudy(study, { out: folder }));
    written({ keep: ['plan'], seeds: 1 });
    const { record } = accepted(await runStudy(study, { out: folder }));
    expect(record.warnings.join()).toMatch(/2 runs have a record and no plan/);
  });

  it('names records of another version, keeps them and does not use them', async () => {
    const request = { study, out: folder, workers: 1, keys: null, retry: 'none', yes: false } as const;
    const around = { allowOutside: false, packageDirectory: repository, plenumVersion: '0.0.9' };
    expect(await studyRun({ ...request, ...around })).toMatchObject({ ok: true, ended: 'complete' });
    const old = records();
    const { record } = accepted(await runStudy(study, { out: folder }));
    expect(record.warnings.join()).toContain('4 records of version 0.0.9 are kept and not used.');
    expect(record.details).toMatchObject({ made: 4, takenOver: 0, otherVersions: [{ version: '0.0.9', records: 4 }] });
    expect(records()).toMatchObject(old);
    expect(Object.keys(records())).toHaveLength(8);
  });
});
