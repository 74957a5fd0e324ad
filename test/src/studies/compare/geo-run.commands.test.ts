import { beforeAll, describe, expect, it } from 'vitest';
import { GEO_METHODS } from '../../../../src/families/geo/methods/registry.js';
import { type GeoMethod } from '../../../../src/families/geo/methods/registry.js';
import type { ReadyGeo } from '../../../../src/families/geo/runs/solve.js';
import { geoComparison, type GeoComparisonRecord } from '../../../../src/families/geo/studies/compare/comparison.js';
import { compare, type CompareRequest, refuted } from '../../../../src/studies/compare/compare.js';
import { improvements } from '../../../../src/studies/compare/trajectory.js';
import { memoryRecordStore } from '../../../../src/runs/store/record-store.js';
import { geoRun, rulesOf } from '../../../fixtures/report/geo-comparison.js';
import { geoCase } from '../../../support/geo.js';
import { geoInstance, withCarbon } from '../../cli/geo-cases.js';

const ready = (instance: ReturnType<typeof geoInstance>): ReadyGeo =>
  ({ ok: true, ...geoCase(instance), directory: '.', sha256: 'x', warnings: ['a warning'] }) as unknown as ReadyGeo;

const opened = ready(geoInstance('tiny-transition'));

function named(...names: readonly string[]): GeoMethod[] {
  return names.map((name) => GEO_METHODS.find((method) => method.name === name)!);
}

interface GeoRequest extends Omit<CompareRequest, 'surroundings' | 'labels'> {
  readonly opened: ReadyGeo;
  readonly methods: readonly GeoMethod[];
  readonly run: CompareRequest['surroundings'];
}

function requestFor(change: Partial<GeoRequest> = {}): GeoRequest {
  let nowS = 0;
  const tick = (): number => (nowS += 0.01);
  return {
    opened,
    methods: named('fdld-so', 'gald-cl', 'gld-lp'),
    family: 'geo',
    reference: 'fdld-so',
    trials: 2,
    seed: 7,
    variants: false,
    settings: {},
    run: {
      limits: { timeLimitS: null, workLimit: 30 },
      nowS: tick,
      cpuS: tick,
      interrupted: () => false,
      interruptedTwice: () => false,
      onProgress: () => undefined,
    },
    ...change,
  };
}

async function compareGeoMethods(request: GeoRequest): Promise<GeoComparisonRecord> {
  const { methods, run: surroundings } = request;
  const labels = methods.map(({ name }) => name);
  const comparison = geoComparison({ opened: request.opened, labels, methods });
  return (await compare(comparison, { ...request, labels, surroundings })).record as GeoComparisonRecord;
}

let record: GeoComparisonRecord;

beforeAll(async () => {
  record = await compareGeoMethods(requestFor());
});

describe('a comparison of geo methods', () => {
  it('runs once what draws nothing, and once a trial what does', () => {
    expect(record.runs.map(({ method, trial, seed }) => [method, trial, seed])).toEqual([
      ['fdld-so', 0, 7],
      ['gald-cl', 0, 7],
      ['gld-lp', 0, 7],
      ['gald-cl', 1, 8],
    ]);
    expect(record).toMatchObject({ family: 'geo', trials: 2, trialsAsked: 2, termination: 'finished', epochCount: 3 });
    expect(record.summary.map(({ plans }) => plans)).toEqual([1, 2, 1]);
    // One pair where neither draws; else one per trial.
    expect(record.differences.map(({ method, objective }) => [method, objective!.n])).toEqual([
      ['gald-cl', 2],
      ['gld-lp', 1],
    ]);
  });

  it('holds every plan against the one bound, which holds', () => {
    const best = geoInstance('tiny-transition').knownOptimum!.costUsd;
    const { bound, byEpochUsd, source } = record.bounds[0]!;
    expect(bound!).toBeLessThanOrEqual(best);
    expect(['bound', 'gld-lp']).toContain(source);
    expect(byEpochUsd!.reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(bound!, 9);
    for (const run of record.runs) {
      expect(run).toMatchObject({ feasible: true, bound, broken: [] });
      expect(run.objective).toBe(run.costUsd);
      expect(run.costUsd!).toBeGreaterThanOrEqual(best - 1e-9);
      expect(run.gap).toBeCloseTo((run.costUsd! - bound!) / bound!, 12);
      expect(run.costByEpochUsd!.reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(run.costUsd!, 9);
      expect(run.cpuS).toBeGreaterThan(0);
    }
    const gld = record.runs.find(({ method }) => method === 'gld-lp')!;
    expect(gld.gapByCup).not.toBeNull();
  });

  it('counts the best, and takes differences from the reference', () => {
    const costOf = (method: string, trial: number): number =>
      record.runs.find((run) => run.method === method && (run.trial === trial || method !== 'gald-cl'))!.objective!;
    for (const { method, best } of record.summary) {
      const wins = [0, 1].filter((trial) =>
        record.methods.every((other) => costOf(method, trial) <= costOf(other, trial) * (1 + 1e-9)),
      );
      expect([method, best]).toEqual([method, wins.length]);
    }
    const [gald] = record.differences;
    const mean = [0, 1].reduce((sum, trial) => sum + costOf('gald-cl', trial) - costOf('fdld-so', trial), 0) / 2;
    expect(gald!.objective!.mean).toBeCloseTo(mean, 12);
    expect(gald!.ofReference!.mean).toBeCloseTo(mean / costOf('fdld-so', 0), 12);
  });

  it('draws a curve of what improves plans alone, and ends it where the checker does', () => {
    expect(record.convergence.axis).toBe('steps');
    expect(record.convergence.methods.map(({ method, trials }) => [method, trials])).toEqual([['gald-cl', 2]]);
    for (const { method, trajectory, costUsd } of record.runs) {
      if (method === 'gald-cl') expect(trajectory.at(-1)![2]).toBe(costUsd);
      else expect(trajectory).toEqual([]);
    }
    const ends = record.runs.filter(({ method }) => method === 'gald-cl').map(({ costUsd }) => costUsd!);
    const [{ least, greatest }] = record.convergence.methods as [(typeof record.convergence.methods)[number]];
    expect([least.at(-1), greatest.at(-1)]).toEqual([Math.min(...ends), Math.max(...ends)]);
  });

  it('cut short and taken up from its store it finds the same', async () => {
    const store = memoryRecordStore();
    let runs = 0;
    const cut = requestFor({ store });
    const interrupted = {
      ...cut,
      run: { ...cut.run, interrupted: () => runs >= 2 },
      onTrial: () => {
        runs++;
      },
    };
    const part = await compareGeoMethods(interrupted);
    expect(part.termination).toBe('interrupted');
    expect(part.runs.length).toBeLessThan(4);
    const whole = await compareGeoMethods(requestFor({ store }));
    const timeless = (one: GeoComparisonRecord): unknown =>
      JSON.parse(
        JSON.stringify(one, (key, value: unknown) =>
          ['timeS', 'cpuS'].includes(key) ? 0 : key === 'trajectory' ? null : value,
        ),
      );
    expect(timeless(whole)).toEqual(timeless(record));
  });

  it('one that breaks down costs the others nothing, and a plan below the bound is reported', async () => {
    const [fdld, , gld] = named('fdld-so', 'gald-cl', 'gld-lp');
    const broken = { ...gld!, solve: () => Promise.reject(new RangeError('broken on purpose')) };
    const found = await compareGeoMethods(requestFor({ methods: [fdld!, broken], trials: 1 }));
    expect(found.runs[1]).toMatchObject({ termination: 'failed', feasible: false, costUsd: null });
    expect(found.warnings).toContain('The run of gld-lp with seed 7 broke down: broken on purpose');
    expect(found.warnings[0]).toBe('a warning');
    const run = geoRun('fdld-so', 0, 5);
    const { proofs } = rulesOf([]);
    expect(refuted(proofs, [{ ...run, bound: 6 }], () => null)[0]).toContain('below the proven bound of 6 USD');
    expect(refuted(proofs, [{ ...run, bound: 5 }], () => null)).toEqual([]);
    const none = { ...record.bounds[0]!, bound: null, infeasibility: 'why' };
    expect(refuted(proofs, [run], () => none)[0]).toContain('none is proven to exist');
  });

  it('a cap that nobody can keep is proven so before any method', async () => {
    const instance = withCarbon();
    const capped = ready({ ...instance, rules: { ...instance.rules, carbonCapKg: 1 } });
    const found = await compareGeoMethods(requestFor({ opened: capped, methods: named('fdld-so'), trials: 1 }));
    expect(found.bounds[0]).toMatchObject({ bound: null, source: null, byEpochUsd: null });
    expect(found.bounds[0]!.infeasibility).toContain('carbon cap cannot be kept');
    expect(found.runs[0]).toMatchObject({ feasible: false, objective: null, gap: null, broken: ['carbonCap'] });
    expect(found.warnings.filter((text) => text.includes('Nothing proves'))).toEqual([]);
  });
});

describe('steps down', () => {
  it('never rise, and end with what the checker says', () => {
    const at = (work: number, incumbent: number | null) => ({ timeS: work / 10, work, incumbent });
    const points = [at(1, null), at(2, 9), at(3, 9.5), at(4, 7)];
    expect(improvements(points, 8, { steps: 5, timeS: 0.6 }, 'less')).toEqual([
      [2, 0.2, 9],
      [4, 0.4, 7],
      [5, 0.6, 8],
    ]);
    expect(improvements(points, 7, { steps: 5, timeS: 0.6 }, 'less')).toHaveLength(2);
    expect(improvements(points, null, { steps: 5, timeS: 0.6 }, 'less')).toEqual([]);
  });
});
