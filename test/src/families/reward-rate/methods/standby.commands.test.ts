import { describe, expect, it } from 'vitest';
import { standbyFaults } from '../../../../../src/facility/consistency-standby.js';
import { configurationBound } from '../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened, type Solved } from '../../../../../src/families/reward-rate/runs/solve.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce } from '../../../../oracle/brute-force.js';
import { standbyOracle, withSleep } from '../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: each is solved, and every plan of it tried. */
const ROOMS = fuzzCount(1000, 20);

async function solved({ instance, matrix }: TinyFacility, name: string): Promise<Solved> {
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

/** Bound of the room, reward/s; null where even a room without work breaks a limit. */
async function boundOf({ instance, matrix }: TinyFacility): Promise<number | null> {
  const model = withStandby(rewardRateModel(instance, matrix));
  if (idleConflict(model) !== null) return null;
  const input = { model: withIdleRoom(model), engine: await highs, control: UNLIMITED, start: null };
  return (await configurationBound(input, null))!.boundRewardPerS;
}

/** The room with each type's powers on standby changed, and the groups that may be off. */
function changed(
  { instance, matrix }: TinyFacility,
  powers: (idlePowerW: number) => { readonly sleepPowerW?: number },
  mayBeOff = true,
): TinyFacility {
  const { facility } = instance;
  const nodeTypes = facility.nodeTypes.map((type) => ({ ...type, ...powers(type.idlePowerW) }));
  const nodeGroups = facility.nodeGroups.map((group) => ({ ...group, mayBeOff }));
  return { matrix, instance: { ...instance, facility: { ...facility, nodeTypes, nodeGroups } } };
}

describe('rooms whose nodes may be on standby', () => {
  it('have plans that pass the checker, and a bound that no plan of all of them exceeds', async () => {
    const counted = { feasible: 0, asleep: 0, best: 0, onlyAsleep: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = withSleep(
        tinyRandom(seed, { mostPlans: 200, ...(seed % 4 === 0 ? { cracs: 2 } : { cracs: 1 }) }),
        seed,
      );
      if (standbyFaults(room.instance.facility).length > 0) continue;
      const { best } = bruteForce(standbyOracle(room));
      const { record, plan } = await solved(room, 'config-lp');
      const { bound, objective, violations, termination } = record.result;
      // With two CRACs the oracle knows common set-points alone, so it may miss plans.
      if (room.matrix.cracNames.length === 1) expect([seed, plan !== null]).toEqual([seed, best !== null]);
      if (plan === null) continue;
      counted.feasible++;
      expect([seed, termination === 'failed', violations]).toEqual([seed, false, []]);
      expect([seed, bound! >= (best?.rewardPerS ?? 0) * (1 - 1e-9) - 1e-12]).toEqual([seed, true]);
      expect([seed, bound! >= objective! * (1 - 1e-9)]).toEqual([seed, true]);
      if (plan.standby !== undefined) counted.asleep++;
      if (objective! >= (best?.rewardPerS ?? 0) * (1 - 1e-9)) counted.best++;
      if (idleConflict(rewardRateModel(room.instance, room.matrix)) !== null) counted.onlyAsleep++;
    }
    expect(counted.feasible).toBeGreaterThan(0.6 * ROOMS);
    expect(counted.asleep).toBeGreaterThan(0.2 * ROOMS);
    expect(counted.best).toBeGreaterThan(0.5 * ROOMS);
    expect(counted.onlyAsleep).toBeGreaterThan(0);
  });

  it('have the bound of the same room without standby where a node on standby draws what an idle one does', async () => {
    for (let seed = 1; seed <= fuzzCount(30); seed++) {
      const room = tinyRandom(seed);
      const allOn = await boundOf(room);
      const asleep = await boundOf(changed(room, (idlePowerW) => ({ sleepPowerW: idlePowerW })));
      expect([seed, asleep === null]).toEqual([seed, allOn === null]);
      if (allOn !== null)
        expect([seed, Math.abs(asleep! - allOn) <= 1e-6 * Math.max(1e-6, allOn)]).toEqual([seed, true]);
    }
  });

  it('have no lower a bound the less a node on standby draws', async () => {
    let higher = 0;
    for (let seed = 1; seed <= fuzzCount(30); seed++) {
      const room = tinyRandom(seed, { cracs: 1 });
      let before = await boundOf(room);
      for (const share of [0.8, 0.3, 0]) {
        const bound = await boundOf(changed(room, (idlePowerW) => ({ sleepPowerW: share * idlePowerW })));
        if (before !== null) expect([seed, share, bound! >= before * (1 - 1e-6) - 1e-12]).toEqual([seed, share, true]);
        if (before !== null && bound! > before * 1.001) higher++;
        before = bound;
      }
    }
    expect(higher).toBeGreaterThan(2);
  });

  it('are ignored where no group may be off', async () => {
    for (let seed = 1; seed <= fuzzCount(10); seed++) {
      const room = tinyRandom(seed);
      expect(await boundOf(changed(room, () => ({ sleepPowerW: 0 }), false))).toBe(await boundOf(room));
    }
  });

  it.each(METHODS.map(({ name }) => name))('%s: plans pass the checker below the bound', async (name) => {
    let plans = 0;
    for (let seed = 1; seed <= fuzzCount(6, 4); seed++) {
      const room = withSleep(tinyRandom(seed, { mostPlans: 200, colocation: 'anchored' }), seed);
      const { record, plan } = await solved(room, name);
      const { violations, termination, infeasibility } = record.result;
      expect([seed, termination === 'failed', violations]).toEqual([seed, false, []]);
      if (infeasibility === undefined && plan !== null) plans++;
    }
    expect(plans).toBeGreaterThan(fuzzCount(2, 1));
  });
});
