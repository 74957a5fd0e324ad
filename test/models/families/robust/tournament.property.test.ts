import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactSums } from '../../../../models/families/robust/exact-sum.js';
import { Tournament } from '../../../../models/families/robust/tournament.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** The greatest key, the first of equals, among those not left out. */
function scan(keys: readonly number[], without: readonly number[]): number {
  let best = -1;
  for (const [player, key] of keys.entries()) {
    if (!without.includes(player) && (best < 0 || key > keys[best]!)) best = player;
  }
  return best;
}

describe('tournament', () => {
  it('names the winner of a scan, and those with one or two out, after every change', () => {
    // Few distinct keys: ties are the rule.
    const key = fc.integer({ min: 0, max: 3 });
    const player = fc.nat({ max: 19 });
    const change = fc.tuple(player, key, player, player);
    fc.assert(
      fc.property(
        fc.array(key, { minLength: 1, maxLength: 20 }),
        fc.array(change, { maxLength: 30 }),
        (keys, changes) => {
          const count = keys.length;
          const tournament = new Tournament(count, (a, b) => keys[a]! > keys[b]!);
          for (const [player, value, first, second] of changes) {
            keys[player % count] = value;
            tournament.update(player % count);
            expect(tournament.winner).toBe(scan(keys, []));
            const out = [first % count, second % count] as const;
            expect(tournament.winnerWithout(...out)).toBe(scan(keys, out));
            const winner = tournament.winner;
            expect(tournament.winnerWithout(winner, winner)).toBe(scan(keys, [winner]));
            expect(tournament.winnerWithout(winner, out[0])).toBe(scan(keys, [winner, out[0]]));
            expect(tournament.winnerWithout(out[0], winner)).toBe(scan(keys, [winner, out[0]]));
          }
          keys.reverse();
          tournament.replay();
          expect(tournament.winner).toBe(scan(keys, []));
          expect(tournament.winnerWithout(0, 0)).toBe(scan(keys, [0]));
        },
      ),
      { seed: 21, numRuns: fuzzCount(500) },
    );
  });

  it('every pair left out of every size up to 17', () => {
    for (let count = 1; count <= 17; count++) {
      const keys = Array.from({ length: count }, (_, player) => (player * 7) % 11);
      const tournament = new Tournament(count, (a, b) => keys[a]! > keys[b]!);
      for (let a = 0; a < count; a++) {
        for (let b = 0; b < count; b++) expect(tournament.winnerWithout(a, b)).toBe(scan(keys, [a, b]));
      }
    }
  });

  it('without players there is no winner', () => {
    expect(new Tournament(0, () => true).winner).toBe(-1);
  });
});

describe('exact sums', () => {
  const term = fc.double({ min: 1e-4, max: 1e8, noNaN: true });

  it('come back to exactly 0, whatever the order in which terms leave', () => {
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 200 }), fc.infiniteStream(fc.nat()), (terms, draws) => {
        const sums = new ExactSums(1);
        for (const value of terms) sums.add(0, value);
        const left = [...terms];
        while (left.length > 0) {
          const [value] = left.splice(draws.next().value! % left.length, 1);
          sums.add(0, -value!);
        }
        expect([sums.value[0], sums.restFor(0)]).toEqual([0, 0]);
      }),
      { seed: 68, numRuns: fuzzCount(100) },
    );
  });

  it('do not depend on the order of terms', () => {
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 100 }), (terms) => {
        const sums = new ExactSums(2);
        for (const value of terms) sums.add(0, value);
        for (const value of [...terms].sort((a, b) => b - a)) sums.add(1, value);
        expect(sums.value[0]).toBe(sums.value[1]);
      }),
      { seed: 83, numRuns: fuzzCount(100) },
    );
  });

  it('know what they come to, also when nearly all leaves', () => {
    const sums = new ExactSums(1);
    for (const value of [1e8, 0.1, 1e-3]) sums.add(0, value);
    expect(sums.after(0, 1e8, 0)).toBeCloseTo(0.101, 16);
    sums.add(0, -0.1);
    sums.add(0, -1e-3);
    expect(sums.after(0, 1e8, 0)).toBe(0);
    expect(sums.after(0, 1e8, 3)).toBe(3);
  });

  it('are put back bit for bit', () => {
    const sums = new ExactSums(1);
    for (const value of [1e8, 0.1, 1e-3]) sums.add(0, value);
    const kept = [sums.value[0]!, sums.restFor(0)] as const;
    sums.add(0, 0.7);
    sums.restore(0, ...kept);
    const copy = new ExactSums(1);
    copy.copyFrom(sums);
    for (const value of [1e8, 0.1, 1e-3]) copy.add(0, -value);
    expect([copy.value[0], copy.restFor(0)]).toEqual([0, 0]);
    copy.add(0, 5);
    copy.clear();
    expect(copy.value[0]).toBe(0);
  });
});
