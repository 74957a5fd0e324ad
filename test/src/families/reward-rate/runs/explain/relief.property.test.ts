import { describe, expect, it } from 'vitest';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { allFixes, nodeFixes } from '../../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { byPrice, type TestedFix } from '../../../../../../src/families/reward-rate/runs/explain/fix.js';
import { readLimitWords } from '../../../../../../src/families/reward-rate/runs/explain/option-words.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { nodesOffOf } from '../../../../../../src/families/reward-rate/runs/explain/off-nodes.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { type BrokenRoom, brokenRooms, canIdle, idleAt } from '../../../../../oracle/broken-rooms.js';
import { changed, isPlain, mayAllBeOff, placements, standbyOf } from '../../../../../oracle/relieved-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const engine = await loadLpEngine('highs');
const ROOMS = fuzzCount(6);
const seeds = Array.from({ length: ROOMS }, (_, n) => n + 1);
/** Rooms of a seed that have no plan, with up to four nodes of a type in a rack. */
const infeasible = (seed: number): BrokenRoom[] =>
  brokenRooms(seed, 1, [1, 4])
    .filter((room) => !canIdle(room))
    .slice(0, 2);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Fewest nodes of these types with which off the checker lets the room idle, by all choices; Infinity where none suffices. */
function fewestOff(room: BrokenRoom, types: readonly string[]): number {
  const free = mayAllBeOff(room, types);
  let fewest = Infinity;
  for (const off of placements(room, types)) {
    if (sum(off) < fewest && canIdle(free, standbyOf(room, off))) fewest = sum(off);
  }
  return fewest;
}

describe('nodes to switch off in a room with one CRAC', () => {
  it('are as few of each type as brute force over all choices finds by the checker, and proven to be', () => {
    let [found, none] = [0, 0];
    for (const seed of seeds) {
      for (const room of infeasible(seed).filter(isPlain)) {
        const opened = modelInMemory(room.instance, room.matrix);
        const types = room.instance.facility.nodeTypes.map(({ name }) => name);
        const fixes = [...nodeFixes(opened, engine, types)];
        for (const type of types) {
          const fewest = fewestOff(room, [type]);
          const fix = fixes.find(({ changes }) => changes.length === 1 && changes[0]!.where === type);
          const told = fix === undefined ? Infinity : sum((fix.nodesOff ?? []).map(({ nodes }) => nodes));
          expect([seed, type, told]).toEqual([seed, type, fewest]);
          if (fix === undefined) none++;
          else {
            expect([seed, fix.message, fix.proven]).toEqual([seed, fix.message, true]);
            expect(fix.changes).toMatchObject([{ constraint: 'nodesOff', from: 0, to: fewest }]);
            found++;
          }
        }
      }
    }
    expect(found).toBeGreaterThan(ROOMS / 2);
    expect(none).toBeGreaterThan(0);
  });
});

describe('the cheapest combination of changes in a room with one CRAC', () => {
  const PRICES = { redLine: 30, powerCap: 900, rackPower: 500, pduPower: 250, nodesOff: 11 };
  const WORDS = Object.entries(PRICES);

  const cheapest = (room: BrokenRoom): (TestedFix & { readonly price: number | null }) | undefined => {
    const opened = modelInMemory(room.instance, room.matrix);
    const movables = [...movablesOf(room.instance), ...nodesOffOf(room.instance)];
    const known = WORDS.filter(([kind]) => movables.some((one) => one.kind === kind));
    const words = readLimitWords(movables, { prices: known.map(([kind, price]) => `${kind}=${price}`).join(',') });
    if ('faults' in words) throw new Error(JSON.stringify(words));
    const all = [...allFixes(opened, engine, idleConflict(withStandby(opened.model))!, words)];
    return byPrice(all, words).find(({ priceBound }) => priceBound !== undefined);
  };

  /** Least price at which the checker lets the room idle with these nodes off at a set-point, limits moved by exactly what is missing. */
  const priceAt = (room: BrokenRoom, free: BrokenRoom, off: readonly number[], setPointC: number): number => {
    const { violations } = idleAt(free, setPointC, standbyOf(room, off));
    const hot = violations.filter(({ constraint }) => constraint === 'redLine').map(({ amount }) => amount);
    const others = violations.filter(({ constraint }) => constraint !== 'redLine');
    if (others.some(({ constraint }) => !(constraint in PRICES))) return Infinity;
    const of = (constraint: string): number => PRICES[constraint as keyof typeof PRICES];
    const limits = sum(others.map(({ constraint, amount }) => (of(constraint) * amount) / 1000));
    return PRICES.nodesOff * sum(off) + limits + PRICES.redLine * Math.max(0, ...hot);
  };

  it('costs no less than its bound says of every choice of nodes and set-points, and little more than the best of them', () => {
    let [joint, withNodes] = [0, 0];
    for (const seed of seeds) {
      for (const room of infeasible(seed).filter(isPlain)) {
        const types = room.instance.facility.nodeTypes.map(({ name }) => name);
        const free = mayAllBeOff(room, types);
        const { setPointMinC, setPointMaxC } = room.instance.facility.cracs[0]!;
        const set = Array.from({ length: 13 }, (_, n) => setPointMinC + ((setPointMaxC - setPointMinC) * n) / 12);
        let least = Infinity;
        for (const off of placements(room, types)) {
          for (const setPointC of set) least = Math.min(least, priceAt(room, free, off, setPointC));
        }
        const fix = cheapest(room);
        if (fix === undefined) {
          expect([seed, least]).toEqual([seed, Infinity]);
          continue;
        }
        expect([seed, fix.message, fix.priceBound! <= least * (1 + 1e-9)]).toEqual([seed, fix.message, true]);
        expect([seed, fix.message, fix.price! >= fix.priceBound! * (1 - 1e-9)]).toEqual([seed, fix.message, true]);
        // Steps: 0.01 K of red line, a unit of the fourth digit of powers.
        const steps = fix.changes.map(({ constraint, from }) =>
          constraint === 'nodesOff'
            ? 0
            : constraint === 'redLine'
              ? 0.01 * PRICES.redLine
              : ((from / 1000) * PRICES[constraint as 'powerCap']) / 1000,
        );
        expect([seed, fix.message, fix.price! <= least * 1.001 + sum(steps) + 1e-9]).toEqual([seed, fix.message, true]);
        // The fix itself, by all choices of as many nodes.
        const mended = changed(free, fix.changes);
        const nodes = sum(fix.changes.map(({ constraint, to, from }) => (constraint === 'nodesOff' ? to - from : 0)));
        const suffices = [...placements(room, types)].some(
          (off) => sum(off) === nodes && canIdle(mended, standbyOf(room, off)),
        );
        expect([seed, fix.message, suffices]).toEqual([seed, fix.message, true]);
        if (fix.changes.length > 1) joint++;
        if (nodes > 0) withNodes++;
      }
    }
    expect(joint).toBeGreaterThan(0);
    expect(withNodes).toBeGreaterThan(0);
  });
});
