import { expect, it } from 'vitest';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import { statesOf } from '../../../../../models/families/templates/states.js';
import { templatesChecker } from '../../../../../src/families/templates/check/check-templates.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { chunksOf, solveChunk } from '../../../../../src/families/templates/runs/chunks.js';
import { openedFrom, tinyTemplates } from '../../../../support/templates-database.js';
import { ventMatricesOf } from '../../../../support/tiny-templates.js';

/** The same room where each of 1,024 cores takes 256 times as long as one of four, and draws as much less. */
function manyCores(): TemplatesInstance {
  const { facility, grid, ...rest } = tinyTemplates('tiny-one-quadrant');
  const nodeTypes = facility.nodeTypes.map((type) => ({
    ...type,
    cores: 1024,
    tasks: type.tasks.map((task) => ({
      ...task,
      timeS: [2560, 5120, 10240],
      corePowerW: [40 / 256, 15 / 256, 5 / 256],
    })),
  }));
  const runningCores = grid.runningCores.map((values) => values.map((cores) => 256 * cores));
  return { ...rest, facility: { ...facility, nodeTypes }, grid: { ...grid, runningCores } };
}

it('a room with nodes of 1,024 cores has the templates of the same room with nodes of 4 larger ones', () => {
  const instance = manyCores();
  const { model } = openedFrom(instance);
  const checker = templatesChecker(instance, ventMatricesOf(instance));
  if (!checker.ok) throw new Error(JSON.stringify(checker.faults));
  const solver = new TemplatesSolver(model);
  const solved = chunksOf(instance.grid).flatMap((chunk) => solveChunk(solver, chunk));
  expect(solved).toHaveLength(statesOf(instance.grid).length);
  for (const { template } of solved) {
    const { tasksPerJ } = instance.knownOptimum!.states[template.state]!;
    expect(template.status).toBe(tasksPerJ === null ? 'infeasible' : 'optimal');
    if (tasksPerJ !== null) expect(template.tasksPerJ / tasksPerJ).toBeCloseTo(1, 7);
    expect(checker.check.judge(template).faults).toEqual([]);
    // More than 255 cores in each of ten nodes.
    expect(template.allowableCores[0]!).toBeGreaterThan(2550 - 1);
  }
});
