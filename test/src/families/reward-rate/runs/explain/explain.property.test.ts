import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { idleSetPointsC } from '../../../../../../src/families/reward-rate/methods/idle-set-points.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { conflictsOf } from '../../../../../../src/families/reward-rate/runs/explain/conflict.js';
import type { TestedFix } from '../../../../../../src/families/reward-rate/runs/explain/fix.js';
import { fixesBy } from '../../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { type Movable, movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import type { LimitChange } from '../../../../../../src/runs/result.js';
import {
  type BrokenRoom,
  brokenRooms,
  canIdle,
  canIdleOnGrid,
  idleRisesK,
} from '../../../../../oracle/broken-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const ROOMS = fuzzCount(10);
const RESERVES = ['inletReserve', 'coolingReserve', 'powerReserve'];

const seeds = Array.from({ length: ROOMS }, (_, n) => n + 1);
const infeasible = (seed: number): BrokenRoom[] => brokenRooms(seed).filter((room) => !canIdle(room));

/** The room with these limits moved as far as they go. */
function loosened({ instance, matrix }: BrokenRoom, movables: readonly Movable[]): BrokenRoom {
  return { matrix, instance: movables.reduce((sum, one) => one.moved(sum, one.loosest), instance) };
}

function changed({ instance, matrix }: BrokenRoom, changes: readonly LimitChange[]): BrokenRoom {
  const all = movablesOf(instance);
  const apply = (sum: RewardRateInstance, { constraint, where, to }: LimitChange): RewardRateInstance =>
    all.find((one) => one.kind === constraint && one.where === where)!.moved(sum, to);
  return { matrix, instance: changes.reduce(apply, instance) };
}

function fixesOf(room: BrokenRoom): TestedFix[] {
  const opened = modelInMemory(room.instance, room.matrix);
  return [...fixesBy(opened, idleConflict(withStandby(opened.model))!, movablesOf(room.instance))];
}

/** Step of a limit as the documents have it, in its unit. */
function stepOf({ unit, from, to }: LimitChange): number {
  if (unit === 'nodes') return to - from;
  if (unit === 'share') return 1e-3;
  return unit === 'W' ? 10 ** (Math.floor(Math.log10(from)) - 3) : 0.01;
}

/** All choices of these. */
function* subsets<T>(of: readonly T[]): Generator<readonly T[]> {
  for (let mask = 0; mask < 2 ** of.length; mask++) yield of.filter((_, n) => mask & (1 << n));
}

describe('a conflict of limits in a room with one CRAC', () => {
  it('is by the checker one that cannot be kept, and can without any one of its limits, whatever becomes of all others', () => {
    const sizes = new Set<number>();
    for (const seed of seeds) {
      for (const room of infeasible(seed)) {
        const opened = modelInMemory(room.instance, room.matrix);
        const [conflict] = conflictsOf(opened, idleConflict(withStandby(opened.model))!);
        const { limits, proven, irreducible } = conflict!;
        const all = movablesOf(room.instance).filter(({ kind }) => !RESERVES.includes(kind));
        const isIn = (one: Movable): boolean =>
          limits.some(
            ({ constraint, where }) => constraint === one.kind && (one.kind === 'redLine' || where === one.where),
          );
        const others = all.filter((one) => !isIn(one));
        const without = all.filter(isIn).map((one) => canIdle(loosened(room, [...others, one])));
        expect([seed, canIdle(loosened(room, others)), without.every(Boolean)]).toEqual([seed, false, true]);
        expect([seed, proven, irreducible, without.length]).toEqual([seed, true, true, limits.length]);
        const { powerCapW, redLineC, reserve } = room.instance.limits;
        const stated = { powerCap: powerCapW - (reserve?.powerW ?? 0), redLine: redLineC - (reserve?.inletK ?? 0) };
        for (const { constraint, limit } of limits) {
          if (constraint === 'powerCap' || constraint === 'redLine') expect(limit).toBe(stated[constraint]);
        }
        sizes.add(limits.length);
      }
    }
    expect(sizes.size).toBeGreaterThan(1);
  });

  it('names of the red line the inlet that is warmest whatever the set-point', () => {
    for (const seed of seeds) {
      for (const room of infeasible(seed)) {
        const opened = modelInMemory(room.instance, room.matrix);
        const [conflict] = conflictsOf(opened, idleConflict(withStandby(opened.model))!);
        const { limits } = conflict!;
        const redLine = limits.find(({ constraint }) => constraint === 'redLine');
        if (redLine === undefined) continue;
        const risesK = idleRisesK(room);
        const named = room.matrix.zones.findIndex(({ name }) => name === redLine.where);
        expect(risesK[named]).toBeCloseTo(Math.max(...risesK), 9);
      }
    }
  });
});

describe('fixes of all kinds in a room with one CRAC', () => {
  it('let the checker accept idling, and with a step less in any of their limits it does not', () => {
    const kinds = new Set<string>();
    let [seen, open] = [0, 0];
    for (const seed of seeds) {
      for (const room of infeasible(seed).slice(0, 6)) {
        for (const { changes, proven, message } of fixesOf(room)) {
          expect([seed, message, canIdle(changed(room, changes))]).toEqual([seed, message, true]);
          seen++;
          if (!proven) open++;
          for (const one of changes) {
            kinds.add(one.constraint);
            const to = one.to - Math.sign(one.to - one.from) * stepOf(one);
            const less = changes.map((other) => (other === one ? { ...one, to } : other));
            expect([seed, message, canIdle(changed(room, less))]).toEqual([seed, message, false]);
          }
        }
      }
    }
    // Powers within the tolerance of temperatures of a limit are not proven to break it.
    expect(open).toBeLessThan(0.01 * seen);
    for (const kind of ['redLine', 'powerCap', 'rackPower', 'pduPower', 'coolingCapacity', 'setPointMin', 'standby']) {
      expect(kinds).toContain(kind);
    }
  });

  it('are in every set of limits that suffices, by brute force over all sets, where one suffices at all', () => {
    let found = 0;
    for (const seed of seeds) {
      for (const room of infeasible(seed).slice(0, 4)) {
        const all = movablesOf(room.instance);
        const kindsOfFixes = fixesOf(room).map(({ changes }) => changes);
        for (const some of subsets(all)) {
          if (!canIdle(loosened(room, some))) continue;
          const isIn = ({ constraint, where }: LimitChange): boolean =>
            some.some((one) => one.kind === constraint && one.where === where);
          const named = some.map(({ kind }) => kind).join(' ');
          expect([seed, named, kindsOfFixes.some((changes) => changes.every(isIn))]).toEqual([seed, named, true]);
          found++;
        }
      }
    }
    expect(found).toBeGreaterThan(ROOMS);
  });
});

describe('fixes in a room with two CRACs', () => {
  it('let the checker accept idling at the set-points found, and where they are proven no set-points of a grid do with a step less', () => {
    const proofs = new Set<boolean>();
    for (const seed of seeds) {
      for (const { instance, matrix } of brokenRooms(seed, 2).slice(0, 5)) {
        const opened = modelInMemory(instance, matrix);
        const idle = idleConflict(withStandby(opened.model));
        if (idle === null) continue;
        const room = { instance, matrix };
        for (const { changes, proven, message } of fixesBy(opened, idle, movablesOf(instance))) {
          const mended = changed(room, changes);
          const { model } = modelInMemory(mended.instance, matrix);
          const setPointsC = idleSetPointsC(withStandby(model));
          expect([seed, message, canIdleOnGrid(mended, 1, setPointsC)]).toEqual([seed, message, true]);
          proofs.add(proven);
          for (const one of proven ? changes : []) {
            // Ends of ranges move together.
            if (one.constraint.startsWith('setPoint')) continue;
            const to = one.to - Math.sign(one.to - one.from) * stepOf(one);
            const less = changes.map((other) => (other === one ? { ...one, to } : other));
            expect([seed, message, canIdleOnGrid(changed(room, less), 9)]).toEqual([seed, message, false]);
          }
        }
      }
    }
    expect([...proofs].sort()).toEqual([false, true]);
  });
});
