import { describe, expect, it } from 'vitest';
import type { Limits, RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { byPrice, type PricedFix } from '../../../../../../src/families/reward-rate/runs/explain/fix.js';
import { allFixes } from '../../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { readLimitWords } from '../../../../../../src/families/reward-rate/runs/explain/option-words.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { nodesOffOf } from '../../../../../../src/families/reward-rate/runs/explain/off-nodes.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { idleRisesK } from '../../../../../oracle/broken-rooms.js';
import { tinyRandom, type TinyFacility } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const engine = await loadLpEngine('highs');
const FREE = { powerCapW: 1e9, redLineC: 95 };

/** A room of a seed whose limits are these alone. */
function roomOf(seed: number, cracs: number, limits: Partial<Limits>, capacityW?: number): TinyFacility {
  const { instance, matrix } = tinyRandom(seed, { cracs, mostPlans: 1e9, groupNodes: [1, 4] });
  const own = instance.facility.cracs.map(({ coolingCapacityW: _, ...crac }) => ({
    ...crac,
    ...(capacityW === undefined ? {} : { coolingCapacityW: capacityW }),
  }));
  return {
    matrix,
    instance: { ...instance, limits: { ...FREE, ...limits }, facility: { ...instance.facility, cracs: own } },
  };
}

/** Power of the nodes of a group without work, W, as tasks and power supplies have it. */
function groupIdleW(
  { facility }: RewardRateInstance,
  { nodeType, count }: { nodeType: string; count: number },
): number {
  const type = facility.nodeTypes.find(({ name }) => name === nodeType)!;
  return (count * type.idlePowerW) / (type.psuEfficiency ?? 1);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The cheapest combination at these prices; undefined where the room idles as it is. */
function cheapestOf({ instance, matrix }: TinyFacility, prices: string): PricedFix | undefined {
  const opened = modelInMemory(instance, matrix);
  const idle = idleConflict(withStandby(opened.model));
  if (idle === null) return undefined;
  const limits = readLimitWords([...movablesOf(instance), ...nodesOffOf(instance)], { prices });
  if ('faults' in limits) throw new Error('no words');
  return byPrice([...allFixes(opened, engine, idle, limits)], limits).find(
    ({ priceBound }) => priceBound !== undefined,
  );
}

const seeds = Array.from({ length: fuzzCount(12) }, (_, n) => n + 1);

describe('the cheapest change', () => {
  it('of a cooling capacity of which a share is reserved is what the heat without work needs over the share left', () => {
    for (const seed of seeds) {
      const { instance } = roomOf(seed, 1, {});
      const idleW = sum(instance.facility.nodeGroups.map((group) => groupIdleW(instance, group)));
      const fix = cheapestOf(roomOf(seed, 1, { reserve: { coolingShare: 0.2 } }, 0.5 * idleW), 'coolingCapacity=60')!;
      const [{ constraint, from, to }] = fix.changes as [PricedFix['changes'][number]];
      const stepW = 10 ** (Math.floor(Math.log10(from)) - 3);
      expect([seed, fix.changes.length, constraint]).toEqual([seed, 1, 'coolingCapacity']);
      expect(Math.abs(to - idleW / 0.8)).toBeLessThanOrEqual(stepW);
      expect(fix.price).toBeCloseTo((60 * (to - from)) / 1000, 9);
      expect([seed, fix.priceBound! <= fix.price! + 1e-9]).toEqual([seed, true]);
      expect(fix.priceBound).toBeGreaterThanOrEqual((60 * (idleW / 0.8 - from - stepW)) / 1000);
    }
  });

  it('at the only set-point there is has the price of exactly the missing watts as its bound, below that of whole steps', () => {
    for (const seed of seeds) {
      const { instance, matrix } = roomOf(seed, 1, {});
      const cracs = instance.facility.cracs.map((crac) => ({ ...crac, setPointMaxC: crac.setPointMinC }));
      const { coolingPerformance: cop, otherLoadW = 0, upsEfficiency = 1 } = instance.facility;
      const [{ setPointMinC: setC }] = cracs as [(typeof cracs)[number]];
      const idleW = sum(instance.facility.nodeGroups.map((group) => groupIdleW(instance, group)));
      const perHeat = 1 / ((cop.quadraticPerC2 * setC + cop.linearPerC) * setC + cop.constant);
      const needW = otherLoadW + idleW / upsEfficiency + idleW * perHeat;
      // The cap is short by ten and a half of its steps, a unit of its fourth digit.
      const stepW = 10 ** (Math.floor(Math.log10(0.99 * needW)) - 3);
      const powerCapW = needW - 10.5 * stepW;
      const held = { ...instance, limits: { ...FREE, powerCapW }, facility: { ...instance.facility, cracs } };
      const fix = cheapestOf({ matrix, instance: held }, 'powerCap=1000')!;
      expect([seed, fix.changes.length]).toEqual([seed, 1]);
      expect(fix.price! / stepW).toBeCloseTo(11, 6);
      expect(fix.priceBound! / stepW).toBeGreaterThan(10.49);
      expect(fix.priceBound! / stepW).toBeLessThan(10.5 + 1e-6);
    }
  });

  it('of the coldest set-point is down to the red line less the greatest rise', () => {
    let seen = 0;
    for (const seed of seeds) {
      const free = roomOf(seed, 1, {});
      const { setPointMinC } = free.instance.facility.cracs[0]!;
      const riseK = Math.max(...idleRisesK(free));
      const room = roomOf(seed, 1, { redLineC: setPointMinC + riseK - 0.755 });
      // The CoP does not let all set-points be so cold.
      const coldest = movablesOf(room.instance).find(({ kind }) => kind === 'setPointMin');
      if (coldest === undefined || coldest.from - coldest.loosest < 0.76) continue;
      seen++;
      const fix = cheapestOf(room, 'setPointMin=7')!;
      const [{ from, to }] = fix.changes as [PricedFix['changes'][number]];
      expect([seed, from]).toEqual([seed, setPointMinC]);
      expect(from - to).toBeCloseTo(0.76, 6);
      expect(fix.priceBound).toBeGreaterThan(7 * 0.75);
      expect(fix.priceBound).toBeLessThanOrEqual(7 * 0.76 + 1e-9);
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('of nodes with two CRACs has no bound above the number that suffices in the rack that draws too much', () => {
    let others = 0;
    for (const seed of seeds) {
      const { instance } = roomOf(seed, 2, {});
      const { nodeGroups } = instance.facility;
      for (const rack of new Set(nodeGroups.map((group) => group.rack))) {
        const own = nodeGroups.filter((group) => group.rack === rack);
        if (own.length > 1) continue;
        const drawnW = groupIdleW(instance, own[0]!);
        const broken = roomOf(seed, 2, { rackPowerLimits: [{ rack, powerLimitW: 0.9 * drawnW }] });
        const fix = cheapestOf(broken, 'nodesOff=30');
        if (fix === undefined) continue;
        const fewest = Math.ceil(0.1 * own[0]!.count);
        expect([seed, rack, fix.priceBound! <= 30 * fewest + 1e-9]).toEqual([seed, rack, true]);
        const counted = sum(fix.nodesOff!.map(({ nodes }) => nodes));
        expect(counted).toBe(sum(fix.changes.map(({ from, to }) => to - from)));
        expect(fix.nodesOff!.some((one) => one.rack === rack && one.nodes >= fewest)).toBe(true);
        if (counted > fewest) others++;
      }
    }
    // Nodes go in one order, so nodes of other racks go first in some rooms.
    expect(others).toBeGreaterThan(0);
  });

  it('of a rack and of nodes together names the nodes that are switched off, with two CRACs', () => {
    let both = 0;
    for (const seed of seeds) {
      const { instance } = roomOf(seed, 2, {});
      const { nodeGroups, otherLoadW = 0 } = instance.facility;
      const idleW = sum(nodeGroups.map((group) => groupIdleW(instance, group)));
      // The cap alone breaks; watts are dear and nodes are dearer yet the cap may not go.
      const fix = cheapestOf(
        roomOf(seed, 2, { powerCapW: otherLoadW + 0.9 * idleW }),
        'redLine=1,setPointMax=1,nodesOff=30',
      );
      if (fix?.nodesOff === undefined) continue;
      both++;
      const ofNodes = fix.changes.filter(({ constraint }) => constraint === 'nodesOff');
      for (const { where, from, to } of ofNodes) {
        const counted = sum(fix.nodesOff.filter(({ nodeType }) => nodeType === where).map(({ nodes }) => nodes));
        expect([seed, where, counted]).toEqual([seed, where, to - from]);
      }
      expect(new Set(fix.nodesOff.map(({ nodeType }) => nodeType)).size).toBe(ofNodes.length);
    }
    expect(both).toBeGreaterThan(0);
  });
});
