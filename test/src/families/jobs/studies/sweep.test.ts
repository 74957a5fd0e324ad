import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import { loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';
import { renderSweepPage } from '../../../../../src/families/jobs/report/html/sweep-page.js';
import { monthSweepCsv } from '../../../../../src/families/jobs/report/sweep.js';
import type { JobsRequest } from '../../../../../src/families/jobs/runs/choices.js';
import { type MonthAxis, monthAxis } from '../../../../../src/families/jobs/studies/sweep/axis.js';
import type { MonthRun } from '../../../../../src/families/jobs/studies/sweep/result.js';
import { type MonthSweepRequest, monthSweep, sweepRuns } from '../../../../../src/families/jobs/studies/sweep/sweep.js';
import { pageOf } from '../../../../support/jobs/report-page.js';
import { repository } from '../../../../support/repository.js';

function bundled(name: string): JobsInstance {
  const opened = loadJobsInstance(join(repository, 'instances/jobs', `${name}.json`));
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened.instance;
}

function request(
  name: string,
  axis: MonthAxis,
  asked: JobsRequest,
  more: Partial<MonthSweepRequest> = {},
): MonthSweepRequest {
  return {
    instance: bundled(name),
    file: 'x.json',
    ...axis,
    asked,
    trials: 1,
    seed: 1,
    withBound: true,
    kept: [],
    nowS: () => 0,
    interrupted: () => false,
    onRun: () => undefined,
    ...more,
  };
}

/** Nodes of tiny-fork-join: one has time for one of its two jobs (8, 6), as its knownOptimum derives; on two nodes both run at once, 425 J each. */
const NODES: MonthAxis = { axis: 'nodes', values: [1, 2] };

describe('sweeps of a month', () => {
  it('more nodes earn what they have room for, and each number of nodes has a bound of its own', async () => {
    const runs = await sweepRuns(request('tiny-fork-join', NODES, { method: 'val-opt', profileNodes: 0 }));
    expect(runs).toMatchObject([
      { trial: 1, at: 1, value: 8, energyJ: 425, moves: 0, rejectedShare: 0.5 },
      { trial: 1, at: 2, value: 14, energyJ: 850, moves: 0, rejectedShare: 0 },
    ]);
    const [one, two] = runs.map(({ bound }) => bound!);
    expect([one! >= 8, two! >= 14, one! < two!]).toEqual([true, true, true]);
    const { points, mostValueAt, mostValuePerMJAt } = monthSweep(NODES, 'val-opt', runs);
    expect([mostValueAt, mostValuePerMJAt]).toEqual([2, 1]);
    expect(points.map(({ valuePerMJ }) => valuePerMJ!.mean)).toEqual([8 / 425e-6, 14 / 850e-6]);
  });

  it('a value is the run that solve makes with that option', async () => {
    const axis: MonthAxis = { axis: 'checkpointIntervalS', values: [7, 31] };
    const asked: JobsRequest = { method: 'val-en-adapt-opt', profileNodes: 0 };
    const runs = await sweepRuns(request('tiny-node-types', axis, asked));
    for (const { at, value, energyJ, moves, bound } of runs) {
      const [result] = await pageOf('tiny-node-types', {
        method: asked.method,
        checkpointInterval: at,
        profileNodes: 0,
      });
      expect({ value, energyJ, moves, bound }).toEqual({
        value: result.objective,
        energyJ: result.energyJ,
        moves: result.moves,
        bound: result.bound,
      });
    }
  });

  it('what was made before is not made again, and an end in between keeps what there is', async () => {
    const asked: JobsRequest = { method: 'val-opt', profileNodes: 0 };
    let made = 0;
    const told = {
      onRun: () => {
        made++;
      },
    };
    const first = await sweepRuns(
      request('tiny-fork-join', NODES, asked, { ...told, interrupted: () => made === 1, withBound: false }),
    );
    expect(first.map(({ at }) => at)).toEqual([1]);
    // The marked run stands for whatever an earlier sweep found.
    const kept: MonthRun[] = [{ ...first[0]!, energyJ: 1 }];
    const whole = await sweepRuns(request('tiny-fork-join', NODES, asked, { ...told, kept, withBound: false }));
    expect([made, whole.map(({ energyJ }) => energyJ)]).toEqual([2, [1, 850]]);
  });

  it('means over trials have intervals, and the page shows them in their units', () => {
    const axis: MonthAxis = { axis: 'checkpointIntervalS', values: [60, 3600] };
    const run = (trial: number, at: number, value: number): MonthRun => {
      return { trial, at, value, energyJ: 2e6, moves: 3, rejectedShare: 0.25, bound: 16 };
    };
    const runs = [run(1, 60, 8), run(1, 3600, 10), run(2, 60, 10), run(2, 3600, 12)];
    const sweep = monthSweep(axis, 'price', runs);
    const [first] = sweep.points;
    // Two values 8 and 10: 9 -+ 12.7062 sqrt(2) / sqrt(2).
    expect(first!.value.interval!.low).toBeCloseTo(9 - 12.7062, 3);
    expect(first!.shareOfBound!.mean).toBeCloseTo(9 / 16, 12);
    const text = renderSweepPage('month', '0', sweep)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('Most value 1 h 11.00 on average');
    expect(text).toContain('Most value per energy 1 h 5.500 value/MJ on average');
    expect(text).toMatch(/1 min 9\.00 56\.25 % 2\.000 MJ 4\.500 3 25\.00 %/);
    expect(monthSweepCsv(sweep).split('\r\n')[0]).toContain('checkpoint_interval_s,trials,value,value_low,value_high');
  });

  it.each([
    ['nodes=2:6:2', { axis: 'nodes', values: [2, 4, 6] }],
    ['checkpointIntervalS=300,60', { axis: 'checkpointIntervalS', values: [60, 300] }],
    ['energyPricePerMJ=0,0.5', { axis: 'energyPricePerMJ', values: [0, 0.5] }],
  ])('%s is an axis', (over, axis) => {
    expect(monthAxis([over])).toEqual(axis);
  });

  it.each([
    'nodes=1.5',
    'nodes=0',
    'checkpointIntervalS=0.5',
    'energyPricePerMJ=-1',
    'nodes=x2',
    'cores=3',
    'nodes=1,1',
    'nodes',
  ])('%s is refused with what is allowed and a remedy', (over) => {
    const remedy = expect.stringMatching(/\.$/) as string;
    expect(monthAxis([over])).toMatchObject({
      path: '--over',
      value: over,
      allowed: expect.anything() as string,
      remedy,
    });
  });

  it('two axes are refused', () => {
    expect(monthAxis(['nodes=1', 'energyPricePerMJ=1'])).toMatchObject({ remedy: 'A sweep of a month has one axis.' });
  });
});
