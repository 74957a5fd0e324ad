import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NodeOutcome } from '../../../../../models/families/robust/outcome.js';
import { robustMethodNamed } from '../../../../../src/families/robust/methods/registry.js';
import { PRINTED } from '../../../../../src/families/robust/methods/outcome.js';
import { renderRobustReport } from '../../../../../src/families/robust/report/html/report.js';
import { robustSummaryText } from '../../../../../src/families/robust/report/summary.js';
import { robustnessText } from '../../../../../src/families/robust/report/wording.js';
import { openRobust, type OpenedRobust } from '../../../../../src/families/robust/runs/open.js';
import { solveOpenedRobust, type SolvedRobust } from '../../../../../src/families/robust/runs/solve.js';
import { robustFront } from '../../../../../src/families/robust/studies/front/front.js';
import { repository } from '../../../../support/repository.js';
import { leastRobust, nodeRows } from '../../../../../src/families/robust/report/html/sections.js';
import { drawCharts } from '../../../../support/charts-drawn.js';

drawCharts();

const directory = join(repository, 'instances', 'robust');
const TINY = readdirSync(directory).filter((name) => name.startsWith('tiny-'));

function opened(name: string): OpenedRobust {
  const answer = openRobust(join(directory, name));
  if (!answer.ok) throw new Error(`${name} is not valid`);
  return answer;
}

const request = (method: string, goal: 'mo-ec' | 'eo-mc') => ({
  method: robustMethodNamed(method)!,
  goal,
  handling: 'dynamic' as const,
  improvements: PRINTED,
  seed: 1,
  limits: { timeLimitS: null, workLimit: 40 },
  withBound: true,
  nowS: () => 0,
  interrupted: () => false,
  onProgress: () => undefined,
});

const page = ({ record }: SolvedRobust, { instance }: OpenedRobust): string =>
  renderRobustReport({ instance, record, front: null });

describe('the report of a robust run', () => {
  it.each(TINY.flatMap((name) => (['mo-ec', 'eo-mc'] as const).map((goal) => [name, goal] as const)))(
    'of %s, %s, shows no number for what has none, and the verdict of the record',
    async (name, goal) => {
      const instance = opened(name);
      for (const method of ['lagrange', 'min-energy']) {
        const solved = await solveOpenedRobust(request(method, goal), instance);
        const html = page(solved, instance);
        const visible = html.slice(0, html.indexOf('id="plenum-data"'));
        expect(visible.match(/.{0,80}(NaN|undefined|Infinity|1e\+?308|>null<).{0,40}/)?.[0]).toBeUndefined();
        expect(robustSummaryText(solved.record)).not.toMatch(/NaN|undefined|Infinity|e\+308|null/);
        const { feasible, objective } = solved.record.result;
        expect(html).toContain(`data-field="feasible" data-value="${String(feasible)}"`);
        if (objective !== null) expect(html).toContain(`data-field="objective" value="${String(objective)}"`);
        if (solved.record.evaluation !== null) {
          const { energyUntilLastCore } = solved.record.evaluation;
          expect(solved.record.result.energyUntilLastCore).toEqual(energyUntilLastCore);
          const chance = robustnessText(energyUntilLastCore.energyRobustness);
          expect(visible).toContain('Until the last core is done</th>');
          expect(visible.split(chance).length).toBeGreaterThan(1);
          expect(robustSummaryText(solved.record)).toMatch(
            /^budget kept +.* until the last core of every node is done/m,
          );
        }
        const embedded = /id="plenum-data">([^<]*)</.exec(html)![1]!;
        expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify(solved.record)));
      }
    },
  );

  it('does not round a probability below 1 to certainty', async () => {
    const instance = opened('tiny-two-nodes.json');
    const solved = await solveOpenedRobust(request('min-energy', 'mo-ec'), instance);
    const near = { ...solved.record.result, bound: 1 - 1e-12, objective: 0.9999999 };
    const html = renderRobustReport({
      instance: instance.instance,
      record: { ...solved.record, result: near },
      front: null,
    });
    // A ten-millionth, and no more than a double can tell, below 1.
    expect(html).toContain('>1 − 1.00e−7</data>');
    expect(html).toContain('>&gt; 1 − 1e−12 (z');
  });

  it('draws a front whose bounds lie above its plans', async () => {
    const instance = opened('tiny-two-nodes.json');
    const front = await robustFront(instance, request('lagrange', 'mo-ec'), 4);
    expect(front.points).toHaveLength(4);
    for (const { psiZ, boundZ } of front.points) {
      if (psiZ !== null && boundZ !== null) expect(psiZ).toBeLessThanOrEqual(boundZ + 1e-9);
    }
    const solved = await solveOpenedRobust(request('lagrange', 'mo-ec'), instance);
    const html = renderRobustReport({ instance: instance.instance, record: solved.record, front });
    expect(html).toContain('Deadline against budget');
  });

  it('keeps the worst core of a type when nodes are shown by type', () => {
    const node = (name: string, z: number): NodeOutcome => ({
      node: name,
      nodeType: 'T',
      dynamicJ: 1,
      staticJ: 1,
      overheadJ: 1,
      finishMeanS: [10, 5],
      finishSdS: [1, 1],
      z: [z, 9],
      tasks: [1, 1],
      tasksInPState: [2],
      secondsInPState: [15],
    });
    const rows = nodeRows(Array.from({ length: 61 }, (_, n) => node(`n${n}`, n === 40 ? -2 : 3)));
    expect(rows).toHaveLength(1);
    expect(leastRobust(rows[0]!)).toEqual({ meanS: 10, sdS: 1, z: -2 });
  });
});
