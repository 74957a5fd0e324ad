import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RobustFront } from '../../src/families/robust/studies/front/front.js';
import { browserDesk, skipsBrowser } from '../support/browser.js';
import { type ChartPanel, readChart } from '../support/chart-data.js';
import { expectDrawn } from '../support/chart-near.js';
import { repository } from '../support/repository.js';
import { plenum } from '../support/run-cli.js';

/** Standard deviations on either side of the mean that hold 95 % of a Gaussian (tables). */
const Z_95 = 1.959964;

const instance = (name: string): string => join(repository, 'instances/robust', `${name}.json`);

describe.skipIf(skipsBrowser)('charts of robust pages, read back in the units of their axes', () => {
  const desk = browserDesk();

  beforeAll(async () => {
    const words = ['solve', instance('tiny-printed-variance'), '--front', '4', '--out', join(desk.folder, 'front')];
    expect((await plenum(...words)).code).toBe(0);
  });

  const read = async (name: string, title: string): Promise<ChartPanel> => {
    const page = await desk.open(name);
    const chart = await readChart(page, title);
    return chart;
  };

  interface NodeFacts {
    readonly node: string;
    readonly finishMeanS: readonly number[];
    readonly finishSdS: readonly number[];
    readonly secondsInPState: readonly number[];
    readonly dynamicJ: number;
    readonly staticJ: number;
    readonly overheadJ: number;
  }
  interface Written {
    readonly report: { readonly evaluation: { readonly nodes: readonly NodeFacts[] }; readonly front: RobustFront };
    readonly [field: string]: unknown;
  }
  const written = (): Written => JSON.parse(readFileSync(join(desk.folder, 'front/result.json'), 'utf8')) as Written;

  it('finish times stand in seconds, with 1.96 standard deviations on either side and the deadline', async () => {
    const { xName, rows, levels } = await read('front/report.html', 'expected finish');
    expect(xName).toBe('finish, s');
    const { limits } = JSON.parse(readFileSync(instance('tiny-printed-variance'), 'utf8')) as {
      limits: { deadlineS: number };
    };
    expectDrawn(levels, [limits.deadlineS]);
    // One core each: what it has to do ends at its mean, give or take.
    const nodes = written().report.evaluation.nodes;
    expectDrawn(
      rows.map(({ dots }) => dots),
      nodes.map(({ finishMeanS }) => finishMeanS),
    );
    const slow = nodes.findIndex(({ node }) => node === 'slow');
    const [meanS, sdS] = [nodes[slow]!.finishMeanS[0]!, nodes[slow]!.finishSdS[0]!];
    expectDrawn(rows[slow]!.intervals, [[meanS - Z_95 * sdS, meanS + Z_95 * sdS]]);
  });

  it('energies stand in MJ, end to end', async () => {
    const { xName, rows } = await read('front/report.html', 'dynamic, static and overhead energy');
    expect(xName).toBe('expected energy, MJ');
    const lengths = rows.map(({ bars }) => bars.map(({ from, to }) => to - from));
    expectDrawn(
      lengths,
      written().report.evaluation.nodes.map(({ dynamicJ, staticJ, overheadJ }) => [
        dynamicJ / 1e6,
        staticJ / 1e6,
        overheadJ / 1e6,
      ]),
    );
  });

  it('P-states stand in hours of cores', async () => {
    const { xName, rows } = await read('front/report.html', 'core hours in each P-state');
    expect(xName).toBe('expected core hours');
    expectDrawn(
      rows.map(({ bars }) => bars.at(-1)!.to),
      written().report.evaluation.nodes.map((node) => node.secondsInPState.reduce((sum, s) => sum + s, 0) / 3600),
    );
  });

  it('a front stands in quantiles on both axes', async () => {
    const { xName, yName, series } = await read('front/report.html', 'rising energy-robustness');
    expect([xName, yName]).toEqual(['energy-robustness asked for, z', 'makespan-robustness, z']);
    const points = written().report.front.points;
    expectDrawn(
      series['Plans'],
      points.map(({ etaZ, psiZ }) => [etaZ, psiZ]),
    );
    expectDrawn(series['Proven bound']!.at(-1), [points.at(-1)!.etaZ, points.at(-1)!.boundZ]);
  });
});
