import { describe, expect, it } from 'vitest';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { idleSetPointsC } from '../../../../../../src/families/reward-rate/methods/idle-set-points.js';
import { allFixes } from '../../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { cheapestSteps } from '../../../../../../src/families/reward-rate/runs/explain/search.js';
import { readLimitWords } from '../../../../../../src/families/reward-rate/runs/explain/option-words.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { nodesOffOf } from '../../../../../../src/families/reward-rate/runs/explain/off-nodes.js';
import { byPrice } from '../../../../../../src/families/reward-rate/runs/explain/fix.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { type BrokenRoom, brokenRooms, canIdleOnGrid } from '../../../../../oracle/broken-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const engine = await loadLpEngine('highs');

describe('cheapest steps', () => {
  it('are those of brute force within a thousandth, or their bound is below it, whatever is needed together', () => {
    let exact = 0;
    for (let seed = 1; seed <= fuzzCount(50); seed++) {
      const { uniform: draw } = randomStream(seed, 'cheapest-steps');
      const most = [12, 30, 9];
      const price = most.map(() => draw(0.1, 5));
      const gain = most.map(() => draw(0.2, 3));
      const bend = draw(0.4, 1);
      const needed = draw(2, 10);
      const suffices = (steps: readonly number[]): boolean =>
        steps.reduce((sum, own, l) => sum + (gain[l]! * own) ** bend, 0) >= needed;
      const priceOf = (steps: readonly number[]): number => steps.reduce((sum, own, l) => sum + own * price[l]!, 0);
      let least = Infinity;
      for (let a = 0; a <= most[0]!; a++)
        for (let b = 0; b <= most[1]!; b++)
          for (let c = 0; c <= most[2]!; c++) if (suffices([a, b, c])) least = Math.min(least, priceOf([a, b, c]));
      const found = cheapestSteps({
        most,
        price: priceOf,
        suffices,
        isExcluded: (steps) => !suffices(steps),
        mostTests: 600,
      });
      if (found === null) {
        expect([seed, least]).toEqual([seed, Infinity]);
        continue;
      }
      expect([seed, suffices(found.steps), priceOf(found.steps)]).toEqual([seed, true, found.price]);
      expect(found.bound).toBeLessThanOrEqual(least + 1e-9);
      expect(found.price).toBeGreaterThanOrEqual(least - 1e-9);
      if (found.price <= least * 1.001 && found.bound >= least * 0.998) exact++;
    }
    expect(exact).toBeGreaterThan(0.8 * fuzzCount(50));
  });
});

/** The room with these limits at these values, the fields changed by hand. */
function withValues({ instance, matrix }: BrokenRoom, to: Readonly<Record<string, number>>): BrokenRoom {
  const limits = { ...instance.limits };
  const rackPowerLimits = limits.rackPowerLimits?.map((one) => ({
    ...one,
    powerLimitW: to[`rackPower ${one.rack}`] ?? one.powerLimitW,
  }));
  const changed = {
    ...limits,
    powerCapW: to['powerCap '] ?? limits.powerCapW,
    redLineC: to['redLine '] ?? limits.redLineC,
    ...(rackPowerLimits === undefined ? {} : { rackPowerLimits }),
  };
  return { matrix, instance: { ...instance, limits: changed } };
}

describe('the cheapest combination with two CRACs at work', () => {
  it('is accepted by the checker, and no combination below its bound is at any set-points of a grid', () => {
    let [seen, tight, tried] = [0, 0, 0];
    for (let seed = 1; seed <= fuzzCount(5); seed++) {
      const { uniform: draw } = randomStream(seed, 'cheapest-of-several');
      for (const room of brokenRooms(seed, 2).slice(0, 2)) {
        const opened = modelInMemory(room.instance, room.matrix);
        const idle = idleConflict(withStandby(opened.model));
        if (idle === null) continue;
        const movables = [...movablesOf(room.instance), ...nodesOffOf(room.instance)];
        const prices = { powerCap: draw(10, 100), redLine: draw(1, 10), rackPower: draw(10, 100) };
        const words = Object.entries(prices)
          .filter(([kind]) => movables.some((one) => one.kind === kind))
          .map(([kind, price]) => `${kind}=${price}`);
        const limits = readLimitWords(movables, { prices: words.join(',') });
        if ('faults' in limits) throw new Error('no words');
        const [fix] = byPrice([...allFixes(opened, engine, idle, limits)], limits);
        if (fix?.priceBound === undefined) continue;
        seen++;
        const to = Object.fromEntries(fix.changes.map((one) => [`${one.constraint} ${one.where}`, one.to]));
        const mended = withValues(room, to);
        const { model } = modelInMemory(mended.instance, room.matrix);
        expect([seed, fix.message, canIdleOnGrid(mended, 1, idleSetPointsC(withStandby(model)))]).toEqual([
          seed,
          fix.message,
          true,
        ]);
        expect(fix.priceBound).toBeLessThanOrEqual(fix.price! + 1e-9);
        if (fix.priceBound > 0.98 * fix.price!) tight++;
        for (let n = 0; n < 6; n++) {
          // A combination that costs a little less than the bound, in drawn shares.
          const own = movables.filter(({ kind }) => kind in prices);
          const shares = own.map(() => draw(0, 1) ** 3);
          const all = shares.reduce((sum, share) => sum + share, 0);
          const cheaper = own.map((one, k) => {
            const money = (0.999 * fix.priceBound! * shares[k]!) / all;
            const price = prices[one.kind as keyof typeof prices] / (one.unit === 'W' ? 1000 : 1);
            return [`${one.kind} ${one.where}`, one.from + money / price] as const;
          });
          tried++;
          expect([seed, fix.message, canIdleOnGrid(withValues(room, Object.fromEntries(cheaper)), 5)]).toEqual([
            seed,
            fix.message,
            false,
          ]);
        }
      }
    }
    expect(tried).toBe(6 * seen);
    expect(tight).toBeGreaterThan(0);
  });
});
