import { describe, expect, it } from 'vitest';
import { standbyFaults } from '../../../../../src/facility/consistency-standby.js';
import { configurationBound } from '../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened, type Solved } from '../../../../../src/families/reward-rate/runs/solve.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bestWithMinimum, withMinimum, withSleep } from '../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: each is solved, and every plan of it tried. */
const ROOMS = fuzzCount(1000, 40);

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

/** Bound of the room, reward/s; null where no plan is found even without work. */
async function boundOf({ instance, matrix }: TinyFacility): Promise<number | null> {
  const model = withStandby(rewardRateModel(instance, matrix));
  if (idleConflict(model) !== null) return null;
  const input = { model: withIdleRoom(model), engine: await highs, control: UNLIMITED, start: null };
  return (await configurationBound(input, null))!.boundRewardPerS;
}

/** The room with as many nodes of each group that may be off on as `least` says. */
function withLeast({ instance, matrix }: TinyFacility, least: (count: number) => number): TinyFacility {
  const nodeGroups = instance.facility.nodeGroups.map((group) =>
    group.mayBeOff === true ? { ...group, minimumOn: least(group.count) } : group,
  );
  return { matrix, instance: { ...instance, facility: { ...instance.facility, nodeGroups } } };
}

/** The room with another minimum of one group, by rack and node type. */
function withOne({ instance, matrix }: TinyFacility, where: string, to: (nodes: number) => number): TinyFacility {
  const nodeGroups = instance.facility.nodeGroups.map((group) =>
    `${group.rack}/${group.nodeType}` === where ? { ...group, minimumOn: to(group.minimumOn!) } : group,
  );
  return { matrix, instance: { ...instance, facility: { ...instance.facility, nodeGroups } } };
}

function drawnRoom(seed: number, cracs?: number): TinyFacility {
  const own = cracs === undefined ? {} : { cracs };
  return withMinimum(withSleep(tinyRandom(seed, { mostPlans: 400, groupNodes: [1, 3], ...own }), seed), seed);
}

describe('rooms of which some nodes must be on', () => {
  it('have plans that pass the checker, and a bound that no plan of all of them exceeds', async () => {
    const counted = { feasible: 0, bound: 0, several: 0, best: 0, unproven: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = drawnRoom(seed, seed % 4 === 0 ? 2 : 1);
      expect(standbyFaults(room.instance.facility)).toEqual([]);
      const best = bestWithMinimum(room);
      const { record, plan } = await solved(room, 'config-lp');
      const { bound, objective, violations, termination, infeasibility } = record.result;
      // What is not proven to be infeasible may have a plan; with two CRACs the oracle knows common set-points alone.
      const unproven = infeasibility !== undefined && [infeasibility].every(({ proven }) => !proven);
      if (unproven && best !== null) counted.unproven++;
      if (room.matrix.cracNames.length === 1 && !unproven) expect([seed, plan !== null]).toEqual([seed, best !== null]);
      if (plan === null) continue;
      counted.feasible++;
      expect([seed, termination === 'failed', violations]).toEqual([seed, false, []]);
      expect([seed, bound! >= (best ?? 0) * (1 - 1e-9) - 1e-12]).toEqual([seed, true]);
      expect([seed, bound! >= objective! * (1 - 1e-9)]).toEqual([seed, true]);
      const minimums = minimumsOf(withStandby(rewardRateModel(room.instance, room.matrix)));
      if (minimums.length > 0) counted.bound++;
      if (minimums.some(({ zones }) => zones.length > 1)) counted.several++;
      if (objective! >= (best ?? 0) * (1 - 1e-9)) counted.best++;
    }
    expect(counted.feasible).toBeGreaterThan(0.6 * ROOMS);
    expect(counted.bound).toBeGreaterThan(0.15 * ROOMS);
    expect(counted.several).toBeGreaterThan(0);
    expect(counted.best).toBeGreaterThan(0.5 * ROOMS);
    expect(counted.unproven).toBeLessThanOrEqual(0.01 * ROOMS);
  });

  it('have no higher a bound the more nodes must be on, from that without a minimum to that of a room whose nodes stay on', async () => {
    let lower = 0;
    for (let seed = 1; seed <= fuzzCount(30, 8); seed++) {
      const room = withLeast(drawnRoom(seed, 1), () => 0);
      const sleepy = withSleep(tinyRandom(seed, { mostPlans: 400, groupNodes: [1, 3], cracs: 1 }), seed);
      let before = await boundOf(room);
      expect([seed, before]).toEqual([seed, await boundOf(sleepy)]);
      for (const share of [0.5, 1]) {
        const bound = await boundOf(withLeast(room, (count) => Math.floor(share * count)));
        if (bound === null) continue;
        expect([seed, share, before! >= bound * (1 - 1e-6) - 1e-12]).toEqual([seed, share, true]);
        if (before! > bound * 1.001) lower++;
        before = bound;
      }
      const { facility } = room.instance;
      const nodeGroups = facility.nodeGroups.map((group) => ({ ...group, mayBeOff: false, minimumOn: undefined }));
      const allOn = { ...room, instance: { ...room.instance, facility: { ...facility, nodeGroups } } };
      expect([seed, await boundOf(withLeast(room, (count) => count))]).toEqual([seed, await boundOf(allOn)]);
    }
    expect(lower).toBeGreaterThan(2);
  });

  it('say what one more node that must be on costs: the slope of the bound', async () => {
    let priced = 0;
    for (let seed = 1; seed <= fuzzCount(40, 40); seed++) {
      const { record } = await solved(drawnRoom(seed, 1), 'config-lp');
      for (const { constraint, where, limit, marginalValue } of record.result.binding) {
        if (constraint !== 'minimumOn' || marginalValue === null || marginalValue === 0) continue;
        const room = drawnRoom(seed, 1);
        const less = await boundOf(withOne(room, where, (nodes) => nodes - 1));
        expect([seed, limit > 0, marginalValue < 0]).toEqual([seed, true, true]);
        // The bound is concave in the minimum: one node less gains no more than the slope says.
        expect([seed, less! - record.result.bound! <= -marginalValue * (1 + 1e-6) + 1e-9]).toEqual([seed, true]);
        expect([seed, less! >= record.result.bound! * (1 - 1e-9)]).toEqual([seed, true]);
        priced++;
      }
    }
    expect(priced).toBeGreaterThan(2);
  });

  it.each(METHODS.map(({ name }) => name))('%s: plans pass the checker below the bound', async (name) => {
    let plans = 0;
    for (let seed = 1; seed <= fuzzCount(6, 4); seed++) {
      const { record, plan } = await solved(drawnRoom(seed), name);
      const { violations, termination, infeasibility } = record.result;
      expect([seed, termination === 'failed', violations]).toEqual([seed, false, []]);
      if (infeasibility === undefined && plan !== null) plans++;
    }
    expect(plans).toBeGreaterThan(fuzzCount(2, 1));
  });
});
