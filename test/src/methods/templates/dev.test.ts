import { expect, it } from 'vitest';
import { TemplatesSolver } from '../../../../src/methods/templates/solve-templates.js';
import { randomTemplatesProblem, randomTemplatesState } from '../../../support/templates.js';
it('dev', () => {
  const problem = randomTemplatesProblem(8, { blocks: 2, quadrants: 2, vents: 2, idleShare: 0.15, setPointMinC: 2 });
  const state = { ...randomTemplatesState(problem, 8), runningCores: [0, 0], powerLimitW: 1e9 };
  (globalThis as any).LOG = [];
  const t = new TemplatesSolver(problem).solveState({ index: 0, ...state });
  console.log(problem.setPointMinC, problem.setPointMaxC, t.setPointC, t.tasksPerJ, t.boundTasksPerJ, t.binding, t.workPerS, [...t.utilisation], (globalThis as any).LOG.slice(0, 60).join('\n'));
  expect(1).toBe(1);
});
