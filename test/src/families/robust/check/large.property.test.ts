import { describe, expect, it } from 'vitest';
import { checkRobustPlan } from '../../../../../src/families/robust/check/check-robust-plan.js';
import { parseRobustPlan } from '../../../../../src/families/robust/check/parse-robust-plan.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { randomRobustModel } from '../../../../support/robust.js';
import { planOf, randomMapping } from './random-plan.js';

describe('a plan of 100,000 tasks', () => {
  it('is read and checked', () => {
    const tasks = 100_000;
    const { instance, times, model } = randomRobustModel(5, { tasks, nodes: 3, cores: 3, mostPlans: Infinity });
    const plan = planOf(model, randomMapping(model, randomStream(1, 'large')));
    const text = JSON.stringify(plan);
    const parsed = parseRobustPlan(text, 'plan.json', { instance, times, sha256: plan.instance.sha256 });
    const found = checkRobustPlan(instance, times, plan);
    expect('plan' in parsed).toBe(true);
    expect(found.nodes.flatMap((node) => node.tasks).reduce((sum, count) => sum + count, 0)).toBe(tasks);
  });
});
