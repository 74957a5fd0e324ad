import { describe, expect, it } from 'vitest';
import { earningsOf, isServed, servedFrom } from '../../../../../../src/families/reward-rate/runs/explain/service.js';
import { smallInstance, TASK_TYPES } from '../../../../../support/small-instance.js';

describe('what a task type earns', () => {
  it('is per core and per kJ of the P-state that is best for each, on node types that run it by its deadline', () => {
    const [a, b] = [earningsOf(smallInstance(), 0), earningsOf(smallInstance(), 1)];
    // a earns 4: on E in 8, 10 or 14 s with 16, 10 or 6 W, on F in 4 or 9 s with 24 or 7 W. b earns 3, on E alone in 5, 6 or 9 s with 12, 8 or 5 W.
    expect(a).toEqual([
      { nodeType: 'E', perCore: 4 / 8, perKJ: expect.closeTo(4000 / 84, 9) as number },
      { nodeType: 'F', perCore: 4 / 4, perKJ: expect.closeTo(4000 / 63, 9) as number },
    ]);
    expect(b).toEqual([
      { nodeType: 'E', perCore: 3 / 5, perKJ: expect.closeTo(3000 / 45, 9) as number },
      { nodeType: 'F', cannot: 'noTimes', perCore: null, perKJ: null },
    ]);
  });

  it('leaves out P-states that miss the deadline', () => {
    const [task] = TASK_TYPES as [(typeof TASK_TYPES)[number]];
    const at = (deadlineS: number) => earningsOf(smallInstance({ taskTypes: [{ ...task, deadlineS }] }), 0);
    // By 8.5 s E runs it in 8 s alone, F in 4 s.
    expect(at(8.5)).toMatchObject([{ perKJ: 4000 / (8 * 16) }, { perKJ: 4000 / (4 * 24) }]);
    expect(at(5)).toMatchObject([{ cannot: 'deadline' }, { perCore: 1 }]);
  });

  it('counts as served from a hundredth of what arrives on', () => {
    expect([0, 0.0099, 0.01, 1].map((rate) => isServed(smallInstance(), 0, rate))).toEqual([false, false, true, true]);
  });
});

describe('the reward at which a task type begins to be served', () => {
  const from = (threshold: number) => (multiple: number) => Promise.resolve(multiple >= threshold);

  it('lies between the two multiples found, near each other, wherever the search begins', async () => {
    for (const threshold of [1.01, 1.3, 3, 7.5]) {
      for (const guess of [0.2, 1.4, 5]) {
        const { not, from: enough } = await servedFrom(guess, from(threshold));
        expect([threshold, guess, not < threshold, enough! >= threshold]).toEqual([threshold, guess, true, true]);
        expect(enough! / not).toBeLessThan(3);
      }
    }
  });

  it('is open above where no multiple tried does, and where nothing may be run', async () => {
    expect(await servedFrom(40, from(1e6))).toEqual({ not: 64, from: null });
    expect(await servedFrom(2, () => Promise.resolve(null))).toEqual({ not: 1, from: null });
  });
});
