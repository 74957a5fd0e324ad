import { expect, it } from 'vitest';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { judgeOf } from '../../../../../src/families/reward-rate/runs/judged.js';
import { openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { accepted } from '../../../../support/accepted.js';

it('judges a plan once, and names its maker and claim as each outcome with it does', () => {
  const opened = accepted(openModel('instances/reward-rate/tiny-arrivals.json'));
  let looks = 0;
  const counted = { name: 'counted', unit: 'looks', violation: () => (looks++, 0) };
  const request = {
    method: methodNamed('config-lp')!,
    naive: false,
    seed: 1,
    engine: 'highs' as const,
    withBound: true,
    limits: { timeLimitS: null, workLimit: null },
    constraints: [counted],
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
  const idle = () => ({ setPointsC: opened.matrix.cracNames.map(() => 15), assignments: [] });
  const plan = idle();
  const { tried } = judgeOf(request, opened);
  const own = tried({ plan, claimedRewardPerS: 1 });
  const adopted = tried({ plan, claimedRewardPerS: 2, planFrom: 'lp' });
  expect(own.plan).toMatchObject({ method: 'config-lp', claimedRewardPerS: 1 });
  expect(adopted.plan).toMatchObject({ method: 'lp', claimedRewardPerS: 2 });
  expect(adopted.evaluation).toBe(own.evaluation);
  expect(looks).toBe(1);
  // Another plan, though equal, and another run are judged anew.
  tried({ plan: idle(), claimedRewardPerS: 1 });
  judgeOf(request, opened).tried({ plan, claimedRewardPerS: 1 });
  expect(looks).toBe(3);
  expect(tried({ plan: null, claimedRewardPerS: null })).toEqual({ plan: null, evaluation: null, notJudged: null });
});
