import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { standbyFaults } from '../../../../../src/facility/consistency-standby.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { SHARING_RULES, type SharingRule } from '../../../../../src/families/reward-rate/runs/sharing-rules.js';
import { type Solved, solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { withReserve } from '../../../../oracle/reserve-rooms.js';
import { withMinimum, withSleep } from '../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** Number of rooms: few every day, each is solved some ten times. */
const ROOMS = fuzzCount(200, 6);
/** Gap up to which siblings are not asked. */
const GAP = 1e-3;

/** Room with what a plan must heed beyond the usual limits: standby, minimums, reserves, few settings. */
function roomOf(seed: number): TinyFacility {
  const plain = tinyRandom(seed, { mostPlans: 2000, cracs: seed % 7 === 0 ? 2 : 1, groupNodes: [1, 4] });
  const limited = (distinctSettings: RewardRateInstance['limits']['distinctSettings']): TinyFacility => ({
    ...plain,
    instance: {
      ...plain.instance,
      limits: { ...plain.instance.limits, ...(distinctSettings === undefined ? {} : { distinctSettings }) },
    },
  });
  switch (seed % 4) {
    case 0:
      return withSleep(plain, seed);
    case 1:
      return withMinimum(withSleep(plain, seed), seed);
    case 2:
      return withReserve(plain, seed).reserved;
    default:
      return limited({ room: 2 });
  }
}

async function solved(
  { instance, matrix }: TinyFacility,
  method: string,
  sharing: SharingRule,
  workLimit: number | null,
): Promise<Solved> {
  return solveOpened(
    {
      method: methodNamed(method)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: method === 'config-lp',
      sharing,
      limits: { timeLimitS: null, workLimit },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
}

const earned = ({ record: { result } }: Solved): number => (result.feasible ? result.objective! : -Infinity);

describe('in rooms with standby, minimums, reserves and few settings', () => {
  it('the default method earns no less than greedy-power and lp by the same rule on sharing, stopped anywhere or not, and again the same', async () => {
    const counted = { plans: 0, adopted: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = roomOf(seed);
      if (standbyFaults(room.instance.facility).length > 0) continue;
      const sharing = SHARING_RULES[seed % 3]!;
      const siblings = await Promise.all(
        (sharing === 'never' ? ['greedy-power'] : ['greedy-power', 'lp']).map(async (method) =>
          earned(await solved(room, method, 'auto', null)),
        ),
      );
      for (const workLimit of [1, 2 + (seed % 5), null]) {
        const own = await solved(room, 'config-lp', sharing, workLimit);
        const { result } = own.record;
        if (result.termination === 'infeasible') break;
        const where = [seed, sharing, workLimit];
        expect([...where, checkPlan(room.instance, room.matrix, own.plan!).violations]).toEqual([...where, []]);
        const isNear = result.gap !== null && result.gap <= GAP;
        const least = Math.max(...siblings) * (1 - (isNear ? GAP : 1e-9)) - 1e-9;
        expect([...where, earned(own) >= least, earned(own), siblings]).toEqual([
          ...where,
          true,
          earned(own),
          siblings,
        ]);
        counted.plans++;
        if (result.planFrom === 'lp') counted.adopted++;
        if (workLimit !== null && seed % 5 !== 0) continue;
        const again = await solved(room, 'config-lp', sharing, workLimit);
        expect(JSON.stringify([again.plan, again.record])).toBe(JSON.stringify([own.plan, own.record]));
      }
    }
    expect(counted.plans).toBeGreaterThan(ROOMS);
    expect(counted.adopted).toBeGreaterThan(0);
  });
});
