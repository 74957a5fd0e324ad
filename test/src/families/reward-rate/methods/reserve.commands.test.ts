import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { reserveFaults } from '../../../../../src/families/reward-rate/instances/consistency-reserve.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened, type Solved } from '../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../oracle/brute-force.js';
import { withReserve } from '../../../../oracle/reserve-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: each is solved, and every plan of it tried. */
const ROOMS = fuzzCount(1000, 24);

async function solved({ instance, matrix }: TinyFacility, name = 'config-lp'): Promise<Solved> {
  return solveOpened(
    {
      method: METHODS.find((method) => method.name === name)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      started: await highs,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
}

describe('rooms with reserves', () => {
  it('have plans that leave the reserves free, and a bound that no plan doing so exceeds', async () => {
    const counted = { feasible: 0, dearer: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = tinyRandom(seed, { mostPlans: 200, cracs: seed % 4 === 0 ? 2 : 1 });
      const { reserved, lowered } = withReserve(room, seed);
      if (reserveFaults(reserved.instance.facility, reserved.instance.limits).length > 0) continue;
      const { best } = bruteForce(oracle(lowered.instance, lowered.matrix));
      const { record, plan } = await solved(reserved);
      const { bound, objective, violations, termination } = record.result;
      // With two CRACs the oracle knows common set-points alone, so it may miss plans.
      if (room.matrix.cracNames.length === 1) expect([seed, plan !== null]).toEqual([seed, best !== null]);
      if (plan === null) continue;
      counted.feasible++;
      expect([seed, termination === 'failed', violations]).toEqual([seed, false, []]);
      expect([seed, checkPlan(lowered.instance, lowered.matrix, plan).violations]).toEqual([seed, []]);
      expect([seed, bound! >= (best?.rewardPerS ?? 0) * (1 - 1e-9) - 1e-12]).toEqual([seed, true]);
      expect([seed, bound! >= objective! * (1 - 1e-9)]).toEqual([seed, true]);
      const free = await solved(room);
      if (free.record.result.bound! > bound! * 1.001) counted.dearer++;
      expect([seed, bound! <= free.record.result.bound! * (1 + 1e-3) + 1e-12]).toEqual([seed, true]);
    }
    expect(counted.feasible).toBeGreaterThan(0.3 * ROOMS);
    expect(counted.dearer).toBeGreaterThan(0.15 * ROOMS);
  });

  it.each(METHODS.filter(({ name }) => !/ga|nlp|config-ls/.test(name)).map(({ name }) => name))(
    '%s leaves the reserves free',
    async (name) => {
      let feasible = 0;
      for (let seed = 1; seed <= fuzzCount(10); seed++) {
        const { reserved, lowered } = withReserve(tinyRandom(seed, { cracs: 1 }), seed);
        const { plan, record } = await solved(reserved, name);
        if (plan === null || !record.result.feasible) continue;
        feasible++;
        expect([seed, checkPlan(lowered.instance, lowered.matrix, plan).violations]).toEqual([seed, []]);
      }
      expect(feasible).toBeGreaterThan(0);
    },
  );
});
