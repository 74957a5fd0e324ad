import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comparisonIn, comparisonOf, type ComparisonWith } from '../../support/comparison.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { smallInstance, temporaryDirectory, writeSmall } from '../../support/small-instance.js';

type ComparisonRecord = ComparisonWith<'claimedRewardPerS' | 'lostOfClaimed' | 'naiveRewardPerS'>;

const METHODS = 'config-lp,greedy,greedy:naive,config-lp:naive';

async function compared(...words: readonly string[]): Promise<ComparisonRecord> {
  const { file } = interfering();
  const { code, json, stderr } = await plenumJson('compare', file, '--time-limit', '100000', ...words);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return comparisonOf(json);
}

/** Neighbours cost so much time that ignoring them is a mistake. */
function interfering(): ReturnType<typeof writeSmall> {
  const { facility } = smallInstance();
  const interference = { M: { perNeighbourS: 6, perAverageIntensityS: 0 } };
  const nodeTypes = facility.nodeTypes.map((type) => ({ ...type, interference }));
  return writeSmall({ facility: { ...facility, nodeTypes, colocation: { model: 'anchored' } } });
}

describe('compare', () => {
  test('without a limit says which one it sets, and only where nothing is refused', async () => {
    const { file } = writeSmall();
    const refusals = [
      ['--methods', 'no-such'],
      ['--methods', 'greedy', '--reference', 'lp'],
      ['--methods', 'greedy', '--seed', '9007199254740991'],
    ];
    for (const words of refusals) {
      const { code, stderr } = await plenum('compare', file, ...words);
      expect([words, code, stderr.includes('No limit')]).toEqual([words, 2, false]);
    }
    const missing = await plenum('compare', join(temporaryDirectory(), 'none.json'), '--methods', 'greedy');
    expect([missing.code, missing.stderr.includes('No limit')]).toEqual([2, false]);
    const said = await plenum('compare', file, '--methods', 'greedy', '--trials', '1');
    expect([said.code, said.stderr]).toEqual([
      0,
      expect.stringContaining('No limit was given: each run ends after 60 s'),
    ]);
  });

  test('runs say power by use, set-points, hottest inlet and completions as solve does', async () => {
    const file = 'instances/reward-rate/tiny-red-line.json';
    const words = ['--work-limit', '50', '--seed', '1'];
    const { json: alone } = await plenumJson('solve', file, '--method', 'greedy-power', ...words);
    const { json } = await plenumJson('compare', file, '--methods', 'greedy-power', '--trials', '1', ...words);
    const { power, setPointsC, hottestInletC, completionsPerS } = (alone as { details: Record<string, unknown> })
      .details;
    expect([power, setPointsC, hottestInletC, completionsPerS].includes(undefined)).toBe(false);
    expect(comparisonOf<ComparisonRecord>(json).runs[0]).toMatchObject({
      power,
      setPointsC,
      hottestInletC,
      completionsPerS,
    });
  });

  test('a plan that a cheaper method found is named as such in JSON, CSV, page and on the terminal', async () => {
    const out = join(temporaryDirectory(), 'out');
    const words = [
      'instances/reward-rate/tiny-deadline.json',
      '--methods',
      'config-lp,lp',
      '--trials',
      '2',
      '--work-limit',
      '1',
      '--out',
      out,
    ];
    const { json } = await plenumJson('compare', ...words);
    const { runs } = comparisonOf<ComparisonRecord>(json);
    expect(runs.map(({ method, planFrom }) => [method, planFrom])).toEqual([
      ['config-lp', 'lp'],
      ['lp', undefined],
      ['config-lp', 'lp'],
      ['lp', undefined],
    ]);
    const [head, ...lines] = readFileSync(join(out, 'compare.csv'), 'utf8').trim().split('\r\n');
    const place = head!.split(',').indexOf('plan_from');
    expect(lines.map((line) => line.split(',')[place]).sort()).toEqual(['', '', 'lp', 'lp']);
    const said = 'config-lp: the plan is from lp in 2 of 2 runs';
    expect((await plenum('compare', ...words)).stdout).toContain(`\n${said}\n`);
    expect(readFileSync(join(out, 'compare.html'), 'utf8')).toContain(said);
  });

  test('gives the figures of the runs it shows', async () => {
    const record = await compared('--methods', METHODS, '--trials', '2', '--vary', '--reference', 'greedy');
    expect(record).toMatchObject({ trials: 2, termination: 'finished', reference: 'greedy', variants: true });
    expect(record.runs).toHaveLength(8);
    for (const { objective, bound, gap, feasible } of record.runs) {
      expect(feasible).toBe(true);
      expect(objective!).toBeLessThanOrEqual(bound! * (1 + 1e-9));
      expect(gap).toBeCloseTo((bound! - objective!) / bound!, 12);
    }
    for (const { trial, bound } of record.bounds) {
      expect(record.runs.filter((run) => run.trial === trial).map((run) => run.bound)).toEqual([
        bound,
        bound,
        bound,
        bound,
      ]);
    }
    const own = record.runs.filter(({ method }) => method === 'config-lp').map(({ objective }) => objective!);
    const mean = own.reduce((sum, value) => sum + value, 0) / 2;
    expect(record.summary.find(({ method }) => method === 'config-lp')!.objective!.mean).toBeCloseTo(mean, 12);
    // Trials are variants common to all methods: two different bounds, and each method against each.
    expect(new Set(record.bounds.map(({ bound }) => bound)).size).toBe(2);
    expect(record.differences.map(({ method }) => method)).toEqual(['config-lp', 'greedy:naive', 'config-lp:naive']);

    // What ignoring co-location costs, and that only aware methods are shown on their way.
    const { convergence, runs, summary } = record;
    const [aware, naive] = ['config-lp', 'config-lp:naive'].map((of) => summary.find(({ method }) => method === of)!);
    expect([aware!.claimedRewardPerS, aware!.lostOfClaimed]).toEqual([null, null]);
    expect(naive!.claimedRewardPerS!.mean).toBeGreaterThan(naive!.objective!.mean * 1.05);
    expect(naive!.lostOfClaimed!.mean).toBeGreaterThan(0.05);
    expect(aware!.objective!.mean).toBeGreaterThan(naive!.objective!.mean);
    for (const { method, objective, naiveRewardPerS, lostOfClaimed } of runs) {
      const lost = method.endsWith(':naive') ? (naiveRewardPerS! - objective!) / naiveRewardPerS! : null;
      expect(lostOfClaimed).toEqual(lost === null ? null : expect.closeTo(lost, 12));
    }
    for (const { method, trajectory, objective } of runs) {
      expect(trajectory.at(-1)?.[2]).toBe(method.endsWith(':naive') ? undefined : objective);
    }
    expect(convergence.curves.map(({ method }) => method)).toEqual(['config-lp', 'greedy']);
  });

  test('the same seed finds the same plans', async () => {
    const twice = [
      await compared('--methods', 'greedy,lp', '--trials', '2', '--vary', '--seed', '5'),
      await compared('--methods', 'greedy,lp', '--trials', '2', '--vary', '--seed', '5'),
    ];
    const [one, other] = twice.map(({ runs }) => runs.map(({ method, seed, objective }) => [method, seed, objective]));
    expect(one).toEqual(other);
    expect(twice[0]!.runs.map(({ seed }) => seed)).toEqual([5, 5, 6, 6]);
  });

  test('writes files with every run, and a page that needs nothing but itself', async () => {
    const { file, out } = interfering();
    const { code, stdout } = await plenum(
      'compare',
      file,
      '--methods',
      'greedy,config-lp:naive',
      '--trials',
      '1',
      '--work-limit',
      '50',
      '--out',
      out,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Method .* Claimed, reward\/s +Lost to co-location .*\ngreedy .* none +none .*\nconfig-lp:naive .* %/m,
    );
    const csv = readFileSync(join(out, 'compare.csv'), 'utf8').trimEnd().split('\r\n');
    expect(csv).toHaveLength(3);
    expect(new Set(csv.map((line) => line.split(',').length)).size).toBe(1);
    const page = readFileSync(join(out, 'compare.html'), 'utf8');
    expect(page).not.toMatch(/<(link|img|iframe)|src=|@import|undefined|NaN|\[object/);
    const embedded = /<script type="application\/json" id="plenum-data">(.*)<\/script>/.exec(page)![1]!;
    expect(comparisonOf(JSON.parse(embedded))).toEqual({ ...comparisonIn<object>(out), files: {} });
  });

  test('a facility without any plan ends with 3 and a page that says so', async () => {
    const { file, out } = writeSmall({ limits: { powerCapW: 50 } });
    const { code, json } = await plenumJson(
      'compare',
      file,
      '--methods',
      'config-lp,greedy',
      '--trials',
      '2',
      '--work-limit',
      '9',
      '--out',
      out,
    );
    expect(code).toBe(3);
    const { summary, bounds, trials } = comparisonOf<ComparisonRecord>(json);
    expect(trials).toBe(2);
    expect(summary.map(({ plans, withoutPlan }) => [plans, withoutPlan])).toEqual([
      [0, 2],
      [0, 2],
    ]);
    expect(bounds.map(({ bound }) => bound)).toEqual([null]);
    const page = readFileSync(join(out, 'compare.html'), 'utf8');
    expect(page).toContain('0 of 2');
    expect(page).not.toMatch(/Nothing to show|id="convergence"/);
  });

  test('plans that share time and plans of whole nodes are told apart: no difference, a best each', async () => {
    const words = ['instances/reward-rate/tiny-two-node-types.json', '--methods', 'greedy,lp', '--trials', '2'];
    const { code, stdout } = await plenum('compare', ...words, '--work-limit', '9', '--json');
    expect(code).toBe(0);
    const { summary, differences, runs, warnings } = comparisonOf<ComparisonRecord>(JSON.parse(stdout));
    expect(runs.map(({ method, rules }) => [method, rules])).toEqual([
      ['greedy', 'whole nodes'],
      ['lp', 'time shared'],
      ['greedy', 'whole nodes'],
      ['lp', 'time shared'],
    ]);
    expect(summary.map(({ best }) => best)).toEqual([2, 2]);
    expect(differences).toMatchObject([{ unpaired: 2, objective: null }]);
    expect(warnings).toContainEqual(expect.stringContaining('Plans of different rules are not compared'));
    expect(JSON.parse(stdout)).toMatchObject({
      method: null,
      objective: null,
      gapReason: expect.stringContaining('different rules') as string,
    });
  });
});

test('a comparison of another file leaves the records in the folder alone and adds its own', async () => {
  const { file, out } = writeSmall();
  const words = ['--methods', 'greedy', '--trials', '1', '--work-limit', '3', '--out', out];
  expect((await plenum('compare', file, ...words)).code).toBe(0);
  const folder = (): number =>
    readdirSync(join(out, 'records'), { recursive: true }).filter((one) => String(one).endsWith('.json')).length;
  expect(folder()).toBe(2);
  const other = join(dirname(file), 'other.json');
  writeFileSync(other, readFileSync(file, 'utf8').replace(/"name": *"[^"]*"/, '"name": "other"'));
  const { code, stderr } = await plenum('compare', other, ...words);
  expect([code, stderr.includes('are taken from'), folder()]).toEqual([0, false, 4]);
  expect((await plenum('compare', file, ...words)).stderr).toContain('2 of 2 runs and bounds are taken from');
});

describe('compare refuses', () => {
  test.each([
    ['an unknown method', ['--methods', 'config-lp,greddy'], '--methods', '"greedy"'],
    ['a method twice', ['--methods', 'lp,lp'], '--methods', 'once'],
    ['a reference that does not take part', ['--methods', 'lp', '--reference', 'greedy'], '--reference', 'compared'],
    ['no trials', ['--methods', 'lp', '--trials', '0'], '--trials', 'Correct'],
    [
      'seeds that run over',
      ['--methods', 'lp', '--trials', '3', '--seed', String(Number.MAX_SAFE_INTEGER - 1)],
      '--seed',
      'smaller',
    ],
    ['a negative time limit', ['--methods', 'lp', '--time-limit', '-1'], '--time-limit', 'Correct'],
    ['no methods', [], '', '--help'],
  ])('%s', async (_, words, path, remedy) => {
    const { file, out } = writeSmall();
    const { code, json } = await plenumJson('compare', file, ...words, '--out', out);
    expect(code).toBe(2);
    const [fault] = json['faults'] as { path: string; remedy: string; allowed: string }[];
    expect(fault).toMatchObject({ path });
    expect(`${fault!.allowed} ${fault!.remedy}`).toContain(remedy);
    expect(existsSync(out)).toBe(false);
  });

  test('no run without end: without a limit it says which one it takes', async () => {
    const { file } = writeSmall();
    const { stderr, stdout } = await plenum('compare', file, '--methods', 'greedy', '--trials', '1');
    expect(stderr).toContain('each run ends after 60 s at the latest');
    expect(stdout).toContain('60 s per run');
  });
});
