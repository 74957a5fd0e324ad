import { describe, expect, it } from 'vitest';
import type { ComparedFamily } from '../../../src/families/compare.js';
import { compareBySolving } from '../../../src/families/compare-by-solving.js';
import type { BoundOfFamily, Opened, SolveOfFamily } from '../../../src/families/family.js';
import { comparedFigures, comparedValues, type Figure } from '../../../src/reports/figures.js';
import { comparePage } from '../../../src/reports/compare/page.js';
import { compareCsv, compareText } from '../../../src/reports/compare/report.js';
import type { FamilyRunResult } from '../../../src/runs/result.js';
import { memoryRecordStore } from '../../../src/runs/store/record-store.js';
import { EngineUnavailableError } from '../../../src/solvers/linear/load-failure.js';
import { comparedHere, type ComparedHere } from '../../support/comparison.js';

/** A family of numbers: the method's name is what its plan is worth, and a seed adds a tenth of itself where it draws. */
interface Numbers extends Opened {
  readonly added: number;
}

interface Result extends FamilyRunResult {
  readonly length: number;
}

const rated: readonly Figure<Result>[] = [
  { key: 'objective', label: 'worth', unit: 'USD', of: ({ objective }) => objective, in: ['compare'] },
  { key: 'bound', label: 'most', unit: 'USD', of: ({ bound }) => bound, in: ['compare'] },
  { key: 'gap', label: 'gap', unit: 'gap', of: ({ gap }) => gap, in: ['compare'] },
];
/** A new figure is one line. */
const LENGTH: Figure<Result> = {
  key: 'length',
  label: 'length',
  unit: 'm',
  of: (result) => result.length,
  in: ['compare'],
};

const MOST = 20;
const methods = ['3', '5', '5.0', 'drawn', 'none', 'broken', 'absent'].map((name) => ({
  name,
  summary: name,
  stochastic: name === 'drawn' || name === 'broken',
}));
const opened: Numbers = {
  ok: true,
  instance: { name: 'numbers', currency: 'EUR' } as Numbers['instance'],
  sha256: 'of numbers',
  warnings: ['a warning of the instance'],
  added: 0,
};

interface Hooks {
  readonly onRun?: (method: string, seed: number) => void;
}

function family(figures: readonly Figure<Result>[], { onRun = () => undefined }: Hooks = {}) {
  const solve: SolveOfFamily<Numbers> = {
    progressUnit: '',
    unknownToSome: ['known'],
    solve: ({ words, seed, opened: own, onProgress, withBound, interrupted }) => {
      const method = String(words['method']);
      onRun(method, seed);
      if (method === 'absent') throw new EngineUnavailableError('The LP engine is not installed');
      if (method === 'broken' && seed === 2) throw new RangeError('broken on <b>purpose</b>');
      const value = (method === 'drawn' ? seed / 10 : method === 'broken' ? 1 : Number(method)) + own!.added;
      const feasible = method !== 'none';
      const point = { timeS: 0, work: 1, phase: '', bound: null, incumbent: feasible ? value / 2 : null };
      onProgress(point);
      // What the method itself values otherwise than the checker, in the last digits alone.
      if (method === '5.0') onProgress({ ...point, work: 3, incumbent: value * (1 - 1e-13) });
      const result: Result = {
        instance: 'numbers',
        method,
        seed,
        termination: interrupted() ? 'interrupted' : 'finished',
        feasible,
        objective: feasible ? value : -1,
        objectiveUnit: 'EUR',
        bound: withBound ? MOST : null,
        gap: null,
        boundScope: 'all numbers',
        violations: feasible ? [] : [{ constraint: 'capacity', where: '', unit: '', value: -1, limit: 0, amount: 1 }],
        warnings: [...own!.warnings, 'a warning of the run'],
        timeS: { method: 2, total: 2 },
        work: { steps: 7 },
        files: {},
        length: method.length,
      };
      const compared = () => comparedValues(figures, result);
      return Promise.resolve({
        ok: true,
        result,
        plan: null,
        compared,
        summary: () => '',
        texts: () => ({ plan: null, report: {} }),
      });
    },
  };
  const bound: BoundOfFamily<Numbers> = {
    progressUnit: '',
    tightens: 'lower',
    least: 'a bound',
    mayBeEmpty: false,
    prove: ({ added }) =>
      Promise.resolve({
        bound: MOST + added,
        objectiveUnit: 'EUR',
        boundScope: 'all numbers',
        warnings: [],
        work: {},
        details: {},
        lines: [],
      }),
  };
  const compare: ComparedFamily<Numbers> = {
    objectiveUnit: 'USD',
    figures,
    variants: { mostSeed: 99, drawn: (own, seed) => ({ ...own, added: seed }) },
  };
  return compareBySolving({ methods, options: {}, better: 'more' }, { open: () => opened, solve, bound, compare })!;
}

function compared(
  methods: readonly string[],
  { onRun, ...change }: Partial<ComparedHere> & Hooks = {},
  figures: readonly Figure<Result>[] = rated,
) {
  return comparedHere(family(figures, onRun === undefined ? {} : { onRun }), { methods, trials: 3, ...change });
}

describe('a comparison is the family’s own solve and bound', () => {
  it('every run has what solve gives, held against the bound of all', async () => {
    const { record } = await compared(['5', 'drawn', 'none']);
    expect(
      record.runs.map(({ method, seed, objective, planObjective, gap }) => [
        method,
        seed,
        objective,
        planObjective,
        gap,
      ]),
    ).toEqual([
      ['5', 1, 5, 5, 15 / 20],
      ['drawn', 1, 0.1, 0.1, 19.9 / 20],
      ['none', 1, null, -1, null],
      ['drawn', 2, 0.2, 0.2, 19.8 / 20],
      ['drawn', 3, 0.3, 0.3, 19.7 / 20],
    ]);
    expect(record.runs[0]).toMatchObject({
      timeS: 2,
      steps: 7,
      trajectory: [
        [1, 0, 2.5],
        [7, 2, 5],
      ],
      broken: [],
    });
    expect(record.runs[2]).toMatchObject({ feasible: false, broken: ['capacity'], trajectory: [] });
    expect(record.bounds).toMatchObject([{ bound: MOST, source: 'bound' }]);
    expect(record).toMatchObject({
      objectiveUnit: 'EUR',
      currency: 'EUR',
      boundScope: 'all numbers',
      rankedBy: 'objective',
    });
    expect(record.warnings).toEqual([
      'a warning of the instance',
      '5, seed 1: a warning of the run',
      'drawn, 3 runs with seeds 1 to 3: a warning of the run',
      'none, seed 1: a warning of the run',
      'none, seed 1: the checker finds capacity',
    ]);
  });

  it('ties are ties, and the difference to the reference is also told as a share of it', async () => {
    const told = await compared(['5', '5.0', '3']);
    const { record } = told;
    expect(record.summary.map(({ best }) => best)).toEqual([3, 3, 0]);
    const rounded = record.runs.find(({ method }) => method === '5.0')!.trajectory;
    expect(rounded.map(([steps, , value]) => [steps, value])).toEqual([
      [1, 2.5],
      [3, 5],
    ]);
    expect(record.differences).toMatchObject([
      { objective: { n: 1, mean: 0, ties: 1 }, ofReference: { mean: 0 } },
      { objective: { n: 1, mean: -2, losses: 1 }, ofReference: { mean: -0.4 } },
    ]);
    const text = compareText(told);
    expect(text).toContain('best          5 and 5.0 are level: no plan is better than theirs in 3 of 3 trials');
  });

  it('variants are drawn once a trial, and each is held against its own bound', async () => {
    const { record } = await compared(['5', 'drawn'], { variants: true, trials: 2 });
    expect(record.runs.map(({ method, trial, objective, bound }) => [method, trial, objective, bound])).toEqual([
      ['5', 0, 6, 21],
      ['drawn', 0, 1.1, 21],
      ['5', 1, 7, 22],
      ['drawn', 1, 2.2, 22],
    ]);
  });

  it('a new figure is one line: means, table, CSV and page have it', async () => {
    const without = await compared(['5', 'drawn']);
    const told = await compared(['5', 'drawn'], {}, [...rated, LENGTH]);
    expect(comparedFigures(told.figures).map(({ key }) => key)).toEqual(['length']);
    expect(told.record.summary).toMatchObject([{ length: { mean: 1 } }, { length: { mean: 5 } }]);
    expect(compareText(told)).toMatch(/ Length, m .*\n5 .* 1\.000 .*\ndrawn .* 5\.000 /);
    const heads = (csv: string): string[] => csv.split('\r\n')[0]!.split(',');
    expect(heads(compareCsv(told)).filter((head) => !heads(compareCsv(without)).includes(head))).toEqual(['length']);
    expect(await comparePage(told)).toContain('data-field="length.drawn" value="5"');
  });
});

describe('a comparison goes on', () => {
  it('one run that breaks down loses no other, is named, and is made again', async () => {
    const store = memoryRecordStore();
    const told = await compared(['5', 'broken'], { store });
    const { record, records } = told;
    expect(records).toBeNull();
    expect(record.runs.map(({ failure }) => failure)).toEqual([
      undefined,
      undefined,
      'broken on <b>purpose</b>',
      undefined,
    ]);
    expect(record.summary[1]).toMatchObject({ plans: 2, withoutPlan: 1, timeS: { n: 2 } });
    const said = 'The run of broken with seed 2 broke down: broken on <b>purpose</b>';
    expect(record.warnings).toContain(said);
    expect(compareText(told)).toContain(said);
    expect(await comparePage(told)).not.toContain('<b>');
    const made: unknown[] = [];
    await compared(['5', 'broken'], { store, onRun: (method, seed) => made.push([method, seed]) });
    expect(made).toEqual([['broken', 2]]);
  });

  it('an engine that is not there is a fault of every run', async () => {
    await expect(compared(['5', 'absent'])).rejects.toThrow('not installed');
  });

  it('cut short anywhere it is taken up with the same result, and makes no run again', async () => {
    const whole = await compared(['drawn', '5']);
    // Nothing of the clock is the same another time.
    const timeless = (record: object): unknown =>
      JSON.parse(JSON.stringify(record, (key, value: unknown) => (key === 'cpuS' ? null : value)));
    for (const stopAfter of [0, 1, 2, 3, 4]) {
      const store = memoryRecordStore();
      const cut = await compared(['drawn', '5'], { store, interrupted: () => [...store.keys()].length >= stopAfter });
      expect([cut.record.termination, cut.records, [...store.keys()].length]).toEqual(['interrupted', null, stopAfter]);
      expect(await comparePage(cut)).not.toMatch(/NaN|undefined/);
      let later = 0;
      const resumed = await compared(['drawn', '5'], { store, onRecord: () => later++ });
      expect([later, resumed.records, timeless(resumed.record)]).toEqual([
        5 - stopAfter,
        whole.records,
        timeless(whole.record),
      ]);
    }
  });

  it('a run that Ctrl-C reached in its middle does not count as one that ended', async () => {
    let asked = false;
    const { record } = await compared(['5', 'drawn'], {
      interrupted: () => asked,
      onRun: (method) => {
        asked = method === 'drawn';
      },
    });
    expect(record).toMatchObject({ termination: 'interrupted', trials: 0 });
    expect(record.runs.map(({ method }) => method)).toEqual(['5']);
  });
});
