import { expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { measure } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { withoutExcess } from '../../../../../../src/families/reward-rate/methods/rounding/without-excess.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

it('work that earns something is not dropped, and what is dropped saves power everywhere', () => {
  let leaner = 0;
  for (let seed = 1; seed <= fuzzCount(80, 80); seed++) {
    const { instance, matrix } = tinyRandom(seed);
    const model = rewardRateModel(instance, matrix);
    const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
    const before = measure(model, nodes);
    const after = measure(model, withoutExcess(model, nodes));
    expect(after.rewardPerS).toBeGreaterThanOrEqual(before.rewardPerS * (1 - 1e-12));
    expect(after.nodePowerW).toBeLessThanOrEqual(before.nodePowerW);
    expect(after.riseC.every((rise, b) => rise <= before.riseC[b]! + 1e-9)).toBe(true);
    if (after.nodePowerW < before.nodePowerW) leaner++;
    const again = withoutExcess(model, withoutExcess(model, nodes));
    expect(measure(model, again).nodePowerW).toBeCloseTo(after.nodePowerW, 6);
  }
  expect(leaner).toBeGreaterThan(10);
});
