import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/studies/plan/record.js';
import { statusOf } from '../../../src/studies/status.js';
import { drawnStudy } from '../../support/study-records.js';
import { saidRecord } from '../../support/analysis-records.js';

const { runs, records } = drawnStudy({ powerCapsW: [100_000, 200_000], seeds: 4 });

function changed(record: RunRecord, outcome: Partial<RunRecord['outcome']>): RunRecord {
  return { ...record, outcome: { ...record.outcome, ...outcome } };
}

describe('the status of a study', () => {
  it('counts runs with a record, those that failed by reason, and those without one', () => {
    const [a, b, c, ...rest] = records;
    const crashed = changed(a!, { failure: { reason: 'crashed', message: '' } });
    const late = changed(b!, { failure: { reason: 'time', message: '' } });
    const too = changed(c!, { failure: { reason: 'crashed', message: '' } });
    const well = rest.filter(({ outcome }) => outcome.failure === null).slice(0, 5);
    const status = statusOf(runs, [crashed, late, too, ...well], records[0]!.run.version);
    expect(status).toMatchObject({ runs: runs.length, done: 8, failed: 3, missing: runs.length - 8 });
    expect(status.failures).toEqual({ crashed: 2, time: 1 });
  });

  it('tells records of other versions from records that the study no longer asks for', () => {
    const [a, b, ...rest] = records;
    const old = { ...a!, key: 'e'.repeat(64), run: { ...a!.run, version: '0.0.9' } };
    const dropped = { ...b!, key: 'd'.repeat(64) };
    const { otherVersions, notAsked, done } = statusOf(runs, [old, dropped, ...rest], records[0]!.run.version);
    expect([otherVersions, notAsked, done]).toEqual([1, 1, rest.length]);
  });

  it('names the best feasible plan of each instance with its changes, in the order of the study', () => {
    const { best } = statusOf(runs, [...records].reverse(), records[0]!.run.version);
    // Two instances with two power caps each.
    expect(best.map(({ instance, asked }) => [instance, asked])).toEqual([
      ['room-a', 'limits.powerCapW=100000'],
      ['room-a', 'limits.powerCapW=200000'],
      ['room-b', 'limits.powerCapW=100000'],
      ['room-b', 'limits.powerCapW=200000'],
    ]);
    for (const { key, objective, instance, asked } of best) {
      const alike = records.filter(({ run }) => {
        const [change] = run.instance.changes;
        return run.instance.name === instance && asked === `limits.powerCapW=${String(change!.value)}`;
      });
      const objectives = alike.flatMap(({ outcome }) => (outcome.feasible === true ? (outcome.objective ?? []) : []));
      expect(objective).toBe(Math.max(...objectives));
      expect(alike.find((one) => one.key === key)!.outcome.objective).toBe(objective);
    }
  });

  it('names methods of one best objective as equal, and the best plans of different rules apart', () => {
    const said = [
      { method: 'a', objective: 3, rules: 'whole nodes' },
      { method: 'b', objective: 3, rules: 'whole nodes' },
      { method: 'c', objective: 4, rules: 'time shared' },
    ].map(saidRecord);
    const { best } = statusOf(
      said.map(({ key }, position) => ({ key, position })),
      said,
      '1.0.0',
    );
    expect(best.map(({ method, equal, asked }) => [method, equal, asked])).toEqual([
      ['a', ['a', 'b'], 'whole nodes'],
      ['c', ['c'], 'time shared'],
    ]);
  });

  it('takes the least where least is best, and no plan that is not feasible', () => {
    const [a, b, c] = records.filter(({ outcome }) => outcome.failure === null);
    const one = { ...b!, run: a!.run };
    const two = { ...c!, run: a!.run };
    const least = { better: 'less', feasible: true, objectiveUnit: 'USD' } as const;
    const all = [changed(a!, { ...least, objective: 3 }), changed(one, { ...least, objective: 2 })];
    const broken = changed(two, { ...least, feasible: false, objective: 1 });
    const { best } = statusOf(runs, [...all, broken], a!.run.version);
    expect(best.map(({ objective, done, key }) => [objective, done, key])).toEqual([[2, 3, b!.key]]);
  });
});
