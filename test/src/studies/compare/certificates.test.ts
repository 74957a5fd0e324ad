import { describe, expect, test } from 'vitest';
import type { Values } from '../../../../src/experiments/record.js';
import { commonBound, ON_OBJECTIVE } from '../../../../src/studies/compare/certificates.js';
import type { Comparison } from '../../../../src/studies/compare/comparison.js';
import type { RunRecord } from '../../../../src/studies/plan/record.js';
import { saidRecord } from '../../../support/analysis-records.js';

/** Record of a run with these values; its bound and objective stand in the outcome. */
function entry(method: string, { bound = null, objective = null, proven, ...values }: Values & Said, totalS = 1) {
  const { run, ...record } = saidRecord({ method, objective, bound, timeS: totalS });
  const infeasibility = proven === undefined ? null : { message: proven, proven: true, limits: [] };
  const outcome = { ...record.outcome, feasible: true, values, infeasibility } as unknown as RunRecord['outcome'];
  return { ...record, run, outcome, machine: { ...record.machine, cpuS: null } };
}

interface Said {
  readonly bound?: number | null;
  readonly objective?: number | null;
  /** Sentence by which no plan is feasible. */
  readonly proven?: string;
}

const AT = { trial: 2, seed: 9 };
const OWN = { certificates: [ON_OBJECTIVE] as const, better: 'more', isBoundPerRun: false } as const;

describe('the bound of a trial', () => {
  test('is the best of all certificates, with the name of its source', () => {
    const entries = [
      entry('bound', { bound: 5 }, 3),
      entry('A', { bound: 4 }),
      entry('B', { bound: null }),
      entry('C', { bound: 6 }),
    ];
    expect(commonBound(entries, AT, OWN)).toEqual({ ...AT, bound: 4, source: 'A', timeS: 3, cpuS: null });
    expect(commonBound(entries, AT, { ...OWN, better: 'less' })).toMatchObject({ bound: 6, source: 'C' });
    expect(commonBound(entries.slice(2, 3), AT, OWN)).toMatchObject({ bound: null, source: null, timeS: 0 });
  });

  test('is brought to a plan that it misses by rounding alone, not to one that it does not cover', () => {
    const near = 4 * (1 + 1e-14);
    const bound = entry('bound', { bound: 4 });
    expect(commonBound([bound, entry('A', { objective: near })], AT, OWN)['bound']).toBe(near);
    expect(commonBound([bound, entry('A', { objective: near, covered: false })], AT, OWN)['bound']).toBe(4);
  });

  test('is none where no plan is feasible, which is said', () => {
    const entries = [entry('bound', { bound: 5, proven: 'too hot' }), entry('A', { bound: 4 })];
    expect(commonBound(entries, AT, OWN)).toMatchObject({ bound: null, source: null, infeasibility: 'too hot' });
  });

  test('may be one on another scale, with others beside it and parts of the entry that it is from', () => {
    const shown = (z: number): number => z / 10;
    const certificates: Comparison['certificates'] = [
      { key: 'boundZ', on: 'objectiveZ', shown, parts: ['byEpoch'] },
      { key: 'leastJ', on: 'energyJ', isUpper: false },
    ];
    const entries = [
      entry('bound', { boundZ: 2, leastJ: 5, byEpoch: [1, 1] }),
      entry('A', { boundZ: 1, leastJ: 7, byEpoch: [0, 1] }),
      entry('B', { boundZ: null, leastJ: null, objectiveZ: 0.5, energyJ: 9 }),
    ];
    expect(commonBound(entries, AT, { ...OWN, certificates })).toMatchObject({
      bound: 0.1,
      boundZ: 1,
      source: 'A',
      leastJ: 7,
      byEpoch: [0, 1],
    });
  });
});
