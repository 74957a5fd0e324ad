import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import { loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';
import { monthPageOf } from '../../../../../src/families/jobs/report/html/sweep-page.js';
import { monthTexts } from '../../../../../src/families/jobs/report/sweep.js';
import type { JobsRequest } from '../../../../../src/families/jobs/runs/choices.js';
import {
  MONTH_AXES,
  type MonthRun,
  monthSweep,
  type MonthSweepRequest,
  sweepRuns,
} from '../../../../../src/families/jobs/studies/sweep.js';
import { trialsAxis } from '../../../../../src/families/sweep.js';
import { sweepPage } from '../../../../../src/reports/sweep/page.js';
import { sweepCsv } from '../../../../../src/reports/sweep/table.js';
import { NO_PARTS, type PartStore } from '../../../../../src/runs/store/part-store.js';
import type { SweepAxis } from '../../../../../src/studies/sweep/axes.js';
import { pageOf } from '../../../../support/jobs/report-page.js';
import { repository } from '../../../../support/repository.js';

function bundled(name: string): JobsInstance {
  const opened = loadJobsInstance(join(repository, 'instances/jobs', `${name}.json`));
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened.instance;
}

function axisOf(over: string): SweepAxis {
  const axis = trialsAxis([over], MONTH_AXES);
  if (!('path' in axis)) throw new Error(JSON.stringify(axis));
  return axis;
}

async function runsOf(
  name: string,
  over: string,
  asked: JobsRequest,
  more: Partial<MonthSweepRequest> = {},
): Promise<readonly MonthRun[]> {
  const { found } = await sweepRuns({
    instance: bundled(name),
    sha256: name,
    file: 'x.json',
    axis: axisOf(over),
    asked,
    trials: 1,
    seed: 1,
    withBound: true,
    parts: NO_PARTS,
    nowS: () => 0,
    interrupted: () => false,
    ...more,
  });
  return found.map(({ answer }) => answer);
}

/** Nodes of tiny-fork-join: one has time for one of its two jobs (8, 6), as its knownOptimum derives; on two nodes both run at once, 425 J each. */
const NODES = 'nodes=1,2';

describe('sweeps of a month', () => {
  it('more nodes earn what they have room for, and each number of nodes has a bound of its own', async () => {
    const runs = await runsOf('tiny-fork-join', NODES, { method: 'val-opt', profileNodes: 0 });
    expect(runs).toMatchObject([
      { trial: 1, at: 1, objective: 8, energyJ: 425, moves: 0, rejectedShare: 0.5 },
      { trial: 1, at: 2, objective: 14, energyJ: 850, moves: 0, rejectedShare: 0 },
    ]);
    const [one, two] = runs.map(({ bound }) => bound!);
    expect([one! >= 8, two! >= 14, one! < two!]).toEqual([true, true, true]);
    const { points, mostValueAt, mostValuePerMJAt } = monthSweep(axisOf(NODES), runs);
    expect([mostValueAt, mostValuePerMJAt]).toEqual([2, 1]);
    expect(points.map(({ valuePerMJ }) => valuePerMJ!.mean)).toEqual([8 / 425e-6, 14 / 850e-6]);
  });

  it('a value is the run that solve makes with that option', async () => {
    const asked: JobsRequest = { method: 'val-en-adapt-opt', profileNodes: 0 };
    const runs = await runsOf('tiny-node-types', 'checkpointIntervalS=31,7', asked);
    expect(runs.map(({ at }) => at)).toEqual([7, 31]);
    for (const { at, objective, energyJ, moves, bound } of runs) {
      const [result] = await pageOf('tiny-node-types', {
        method: asked.method,
        checkpointInterval: at,
        profileNodes: 0,
      });
      expect({ objective, energyJ, moves, bound }).toEqual({
        objective: result.objective,
        energyJ: result.energyJ,
        moves: result.moves,
        bound: result.bound,
      });
    }
  });

  it('what was made before is not made again, and an end in between keeps what there is', async () => {
    const asked: JobsRequest = { method: 'val-opt', profileNodes: 0 };
    const stored = new Map<string, unknown>();
    // A marked run stands for whatever an earlier sweep found.
    const keep: PartStore['keep'] = (digest, part) => {
      const { answer } = part as { readonly answer: MonthRun };
      stored.set(digest, { ...(part as object), answer: { ...answer, energyJ: 1 } });
    };
    const parts: PartStore = { read: (digest) => stored.get(digest) ?? null, keep };
    const interrupted = (): boolean => stored.size === 1;
    const first = await runsOf('tiny-fork-join', NODES, asked, { parts, interrupted, withBound: false });
    expect(first.map(({ at }) => at)).toEqual([1]);
    const whole = await runsOf('tiny-fork-join', NODES, asked, { parts, withBound: false });
    expect([stored.size, whole.map(({ energyJ }) => energyJ)]).toEqual([2, [1, 850]]);
  });

  it('means over trials have intervals, and the page shows them in their units', () => {
    const run = (trial: number, at: number, objective: number): MonthRun => {
      return { trial, at, objective, energyJ: 2e6, moves: 3, rejectedShare: 0.25, bound: 16 };
    };
    const runs = [run(1, 60, 8), run(1, 3600, 10), run(2, 60, 10), run(2, 3600, 12)];
    const sweep = monthSweep(axisOf('checkpointIntervalS=60,3600'), runs);
    const [first] = sweep.points;
    // Two values 8 and 10: 9 -+ 12.7062 sqrt(2) / sqrt(2).
    expect(first!.objective!.interval!.low).toBeCloseTo(9 - 12.7062, 3);
    expect(first!.shareOfBound!.mean).toBeCloseTo(9 / 16, 12);
    const texts = monthTexts('month', 'price', sweep);
    const text = sweepPage(texts, { ...monthPageOf(sweep), record: sweep, made: [] })
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('Most value 1 h 11.00 on average');
    expect(text).toContain('Most value per energy 1 h 5.500 value/MJ on average');
    expect(text).toMatch(/1 min 9\.00 56\.25 % 2\.000 4\.500 25\.00 % 3/);
    expect(text).toContain('Energy, MJ');
    const [head, line] = sweepCsv(texts).split('\r\n');
    expect(head).toContain('checkpointIntervalS,trials,objective,objective_low,objective_high');
    expect(line).toMatch(/^60,2,9,-3\.7/);
  });

  it.each([
    ['nodes=2:6:2', { path: 'nodes', values: [2, 4, 6] }],
    ['checkpointIntervalS=300,60', { path: 'checkpointIntervalS', values: [60, 300] }],
    ['energyPricePerMJ=0,0.5', { path: 'energyPricePerMJ', values: [0, 0.5] }],
  ])('%s is an axis', (over, axis) => {
    expect(axisOf(over)).toMatchObject(axis);
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
    const allowed = expect.anything() as string;
    expect(trialsAxis([over], MONTH_AXES)).toMatchObject([{ path: '--over', value: over, allowed, remedy }]);
  });

  it('two axes are refused', () => {
    expect(trialsAxis(['nodes=1', 'energyPricePerMJ=1'], MONTH_AXES)).toMatchObject([
      { path: '--over', remedy: 'Such a sweep has one axis.' },
    ]);
  });
});
