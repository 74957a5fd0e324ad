import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrokenRoom } from '../../../../../oracle/broken-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { withoutToyUps, withToyUps } from '../../../../../support/with-toy-ups.js';

const PRICES = { powerCap: 900, redLine: 30, nodesOff: 11 };

/** Loads what the tests use, so that models, checker and brute force know the toy UPS. */
const load = async () => ({
  ...(await import('../../../../../oracle/broken-rooms.js')),
  ...(await import('../../../../../oracle/relieved-rooms.js')),
  ...(await import('../../../../../../models/families/reward-rate/standby.js')),
  ...(await import('../../../../../../src/families/reward-rate/methods/infeasibility.js')),
  ...(await import('../../../../../../src/families/reward-rate/runs/explain/fix.js')),
  ...(await import('../../../../../../src/families/reward-rate/runs/explain/fixes.js')),
  ...(await import('../../../../../../src/families/reward-rate/runs/explain/knobs.js')),
  ...(await import('../../../../../../src/families/reward-rate/runs/explain/off-nodes.js')),
  ...(await import('../../../../../../src/families/reward-rate/runs/explain/option-words.js')),
  ...(await import('../../../../../../src/families/reward-rate/runs/open.js')),
  engine: await (await import('../../../../../../src/solvers/linear/load.js')).loadLpEngine('highs'),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

describe('with a UPS whose losses depend on its load', () => {
  let own: Awaited<ReturnType<typeof load>>;
  beforeAll(async () => {
    own = await withToyUps(load);
  });
  afterAll(withoutToyUps);

  /** Rooms whose cap, or cap and red line, idle nodes break behind the toy UPS. */
  const rooms = (seed: number): BrokenRoom[] =>
    own
      .brokenRooms(seed, 1, [1, 3])
      .map(({ matrix, instance }) => ({
        matrix,
        instance: { ...instance, facility: { ...instance.facility, upsEfficiency: 0.85 } },
      }))
      .filter((room) => own.isPlain(room) && !own.canIdle(room) && room.instance.limits.powerCapW < 1e9)
      .slice(0, 3);

  const fixesOf = (room: BrokenRoom) => {
    const opened = own.modelInMemory(room.instance, room.matrix);
    const all = [...own.movablesOf(room.instance), ...own.nodesOffOf(room.instance)];
    const words = own.readLimitWords(all, {
      prices: Object.entries(PRICES)
        .map(([kind, price]) => `${kind}=${price}`)
        .join(','),
    });
    if ('faults' in words) throw new Error(JSON.stringify(words));
    const idle = own.idleConflict(own.withStandby(opened.model))!;
    return own.byPrice([...own.allFixes(opened, own.engine, idle, words)], words);
  };

  /** Step in which a limit moves: a unit of the fourth digit of powers, 0.01 K, or a node. */
  const stepOf = (unit: string, from: number): number =>
    ({ W: 10 ** (Math.floor(Math.log10(from)) - 3), nodes: 1 })[unit] ?? 0.01;

  it('every fix turns the verdict of the checker, and with one step less of any change none does, for any choice of as many nodes', () => {
    let [proven, ofCap, withNodes] = [0, 0, 0];
    for (let seed = 1; seed <= fuzzCount(6, 2); seed++) {
      for (const room of rooms(seed)) {
        const types = room.instance.facility.nodeTypes.map(({ name }) => name);
        for (const { changes, message, proven: isProven } of fixesOf(room)) {
          const idles = (some: typeof changes): boolean => {
            const nodesOff = some.filter(({ constraint, to, from }) => constraint === 'nodesOff' && to > from);
            const off = own.mayAllBeOff(
              room,
              nodesOff.map(({ where }) => where),
            );
            const mended = own.changed(nodesOff.length === 0 ? room : off, some);
            if (nodesOff.length === 0) return own.canIdle(mended);
            const most = sum(nodesOff.map(({ to, from }) => to - from));
            return [
              ...own.placements(
                room,
                nodesOff.map(({ where }) => where),
              ),
            ].some((choice) => sum(choice) === most && own.canIdle(mended, own.standbyOf(room, choice)));
          };
          expect([seed, message, idles(changes)]).toEqual([seed, message, true]);
          if (changes.some(({ constraint }) => constraint === 'powerCap')) ofCap++;
          if (changes.some(({ constraint }) => constraint === 'nodesOff')) withNodes++;
          if (changes.every(({ constraint }) => constraint === 'nodesOff'))
            expect([seed, message, isProven]).toEqual([seed, message, true]);
          if (!isProven || types.length > 2) continue;
          proven++;
          for (const { constraint, where, unit, from, to } of changes) {
            if (constraint === 'standby' || constraint === 'minimumOn') continue;
            const step = stepOf(unit, from) * Math.sign(to - from);
            const less = changes.map((one) =>
              one.constraint === constraint && (one.where === where || unit === 'C')
                ? { ...one, to: one.to - step }
                : one,
            );
            expect([seed, message, constraint, idles(less)]).toEqual([seed, message, constraint, false]);
          }
        }
      }
    }
    expect(Math.min(proven, ofCap, withNodes)).toBeGreaterThan(1);
  });

  it('the cheapest fix costs no less than its bound, and no choice of nodes, cap and red line at any set-point of a grid costs less than the bound', () => {
    let joint = 0;
    for (let seed = 1; seed <= fuzzCount(6, 2); seed++) {
      for (const room of rooms(seed)) {
        // What a reserve lacks beyond a limit that is broken, the checker does not say.
        if (room.instance.limits.reserve !== undefined) continue;
        const types = room.instance.facility.nodeTypes.map(({ name }) => name);
        const free = own.mayAllBeOff(room, types);
        const { setPointMinC, setPointMaxC } = room.instance.facility.cracs[0]!;
        const fix = fixesOf(room).find(({ priceBound }) => priceBound !== undefined);
        if (fix === undefined) continue;
        let least = Infinity;
        for (const off of own.placements(room, types)) {
          for (let n = 0; n <= 12; n++) {
            const setPointC = setPointMinC + ((setPointMaxC - setPointMinC) * n) / 12;
            const { violations } = own.idleAt(free, setPointC, own.standbyOf(room, off));
            if (violations.some(({ constraint }) => constraint !== 'powerCap' && constraint !== 'redLine')) continue;
            const amounts = (name: string): number[] =>
              violations.filter(({ constraint }) => constraint === name).map(({ amount }) => amount);
            const limits = (PRICES.powerCap * sum(amounts('powerCap'))) / 1000;
            least = Math.min(
              least,
              PRICES.nodesOff * sum(off) + limits + PRICES.redLine * Math.max(0, ...amounts('redLine')),
            );
          }
        }
        expect([seed, fix.message, fix.priceBound! <= least * (1 + 1e-9)]).toEqual([seed, fix.message, true]);
        expect([seed, fix.message, fix.price! >= fix.priceBound! * (1 - 1e-9)]).toEqual([seed, fix.message, true]);
        if (fix.changes.length > 1) joint++;
      }
    }
    expect(joint).toBeGreaterThan(0);
  });
});
