import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Family, familyParts, type Words } from '../../../../src/families/family.js';
import { JOBS as jobs } from '../../../../src/families/jobs/family.js';
import type { JobsOfTrial } from '../../../../src/families/jobs/runs/solve.js';
import { partFiles } from '../../../support/part-files.js';
import { pageOf } from '../../../support/jobs/report-page.js';
import { repository } from '../../../support/repository.js';
import { temporaryDirectory } from '../../../support/small-instance.js';
import { faultsOf, meanIn, swept } from '../../../support/swept.js';

const bundled = (name: string): string => join(repository, 'instances/jobs', `${name}.json`);

/** Nodes of tiny-fork-join: one has time for one of its two jobs (8, 6), as its knownOptimum derives; on two nodes both run at once, 425 J each. */
const NODES = ['nodes=1,2'];
const VAL_OPT: Words = { method: 'val-opt', trials: 1 };

/** The family, whose solving throws on a platform of this many nodes. */
function brokenOn(nodes: number): Family {
  const load = async () =>
    (await jobs.load()).use(({ solve, ...parts }) => {
      const broken: NonNullable<typeof solve>['solve'] = (request) => {
        const { month } = request.opened as unknown as JobsOfTrial;
        if (month.nodeTypes[0]!.nodes === nodes) throw new Error('out of order');
        return solve!.solve(request);
      };
      return familyParts({ ...parts, solve: { ...solve!, solve: broken } });
    });
  return { ...jobs, load };
}

describe('sweeps of a month', () => {
  it('more nodes earn what they have room for, and each number of nodes has a bound of its own', async () => {
    const { details } = await swept(bundled('tiny-fork-join'), NODES, { ...VAL_OPT, profileNodes: 0 });
    expect(details.runs).toMatchObject([
      { trial: 0, method: 'nodes 1', objective: 8, energyJ: 425, moves: 0, rejectedShare: 0.5 },
      { trial: 0, method: 'nodes 2', objective: 14, energyJ: 850, moves: 0, rejectedShare: 0 },
    ]);
    const [one, two] = details.runs.map(({ bound }) => bound!);
    expect([one! >= 8, two! >= 14, one! < two!]).toEqual([true, true, true]);
    expect(details.best).toEqual([
      { figure: 'objective', at: 2, ties: [2] },
      { figure: 'valuePerMJ', at: 1, ties: [1] },
    ]);
    expect(details.points.map((point) => meanIn(point, 'valuePerMJ')!.mean)).toEqual([8 / 425e-6, 14 / 850e-6]);
  });

  it('no value is the best where all earn the same', async () => {
    const { answer, details } = await swept(bundled('tiny-fork-join'), ['nodes=2,3'], VAL_OPT, { withBound: false });
    expect(details.best[0]).toEqual({ figure: 'objective', at: null, ties: [2, 3] });
    expect(answer.text).toContain('Most value: none chosen, all 2 values are equally good');
  });

  it('a value is the run that solve makes with that option', async () => {
    const asked = { method: 'val-en-adapt-opt', profileNodes: 0 } as const;
    const { details } = await swept(bundled('tiny-node-types'), ['checkpointIntervalS=31,7'], { ...asked, trials: 1 });
    expect(details.runs.map(({ method }) => method)).toEqual(['checkpointIntervalS 7', 'checkpointIntervalS 31']);
    for (const [n, { objective, energyJ, moves, bound }] of details.runs.entries()) {
      const [result] = await pageOf('tiny-node-types', { ...asked, checkpointInterval: [7, 31][n]! });
      const { objective: value, energyJ: drawnJ, moves: moved, bound: most } = result;
      expect({ objective, energyJ, moves, bound }).toEqual({
        objective: value,
        energyJ: drawnJ,
        moves: moved,
        bound: most,
      });
    }
  });

  it('what was made before is not made again, and an end in between keeps what there is', async () => {
    const out = temporaryDirectory();
    const notes: string[] = [];
    const more = { out, withBound: false, onNote: (text: string) => void notes.push(text) };
    const file = bundled('tiny-fork-join');
    const first = await swept(file, NODES, VAL_OPT, { ...more, interrupted: () => partFiles(out).length === 1 });
    expect(first.answer.ended).toBe('stopped');
    expect(first.answer.text).toContain('Interrupted: 1 runs are kept.');
    expect(first.details.runs.map(({ method }) => method)).toEqual(['nodes 1']);
    const whole = await swept(file, NODES, VAL_OPT, more);
    expect(notes).toEqual([expect.stringMatching(/^1 of 2 runs are taken from/)]);
    expect(partFiles(out)).toHaveLength(2);
    expect(whole.details.runs.map(({ energyJ }) => energyJ)).toEqual([425, 850]);
  });

  it('a run that breaks down is named, ends the sweep as failed, and is made again', async () => {
    const out = temporaryDirectory();
    const notes: string[] = [];
    const more = { out, withBound: false, onNote: (text: string) => void notes.push(text) };
    const first = await swept(bundled('tiny-fork-join'), NODES, VAL_OPT, more, [brokenOn(2)]);
    const { ended, text, record } = first.answer;
    expect([ended, record.termination]).toEqual(['failed', 'failed']);
    expect(text).toMatch(/^The run of trial 1, nodes 2 broke down: out of order\n/);
    const whole = await swept(bundled('tiny-fork-join'), NODES, VAL_OPT, more);
    expect(whole.answer.ended).toBe('solved');
    expect(notes).toEqual([expect.stringMatching(/^1 of 2 runs are taken from/)]);
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
  ])('%s is refused with what is allowed and a remedy', async (over) => {
    const remedy = expect.stringMatching(/\.$/) as string;
    const allowed = expect.anything() as string;
    const faults = await faultsOf(bundled('tiny-fork-join'), [over], VAL_OPT);
    expect(faults).toMatchObject([{ path: '--over', value: over, allowed, remedy }]);
  });

  it.each([
    ['val-opt', 'energyPricePerMJ=0'],
    ['price', 'checkpointIntervalS=2'],
  ])('%s: a fault in %s names what was asked', async (method, over) => {
    const file = bundled('month-2x10');
    expect(await faultsOf(file, [over], { method, trials: 1 })).toMatchObject([{ path: '--over', value: over }]);
  });

  it('two axes are refused', async () => {
    const faults = await faultsOf(bundled('tiny-fork-join'), ['nodes=1', 'energyPricePerMJ=1'], VAL_OPT);
    expect(faults).toMatchObject([{ path: '--over', value: 'nodes=1 energyPricePerMJ=1' }]);
  });
});
