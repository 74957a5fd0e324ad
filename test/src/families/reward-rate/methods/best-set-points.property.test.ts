import { describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type ZoneState, zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { cheapestSetPoints, warmestCommon } from '../../../../../src/families/reward-rate/methods/best-set-points.js';
import { coolingOf } from '../../../../../src/families/reward-rate/methods/set-point-merit.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { randomHalls } from '../../../../oracle/random-halls.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** The search stated plainly: every inlet and every pair of CRACs is looked at anew for each move. */
function plainly(model: RewardRateModel, state: ZoneState, starts: readonly (readonly number[])[]) {
  const { cracs, thermal, redLineC } = model;
  const limitC = redLineC - 1e-9;
  const many = cracs.length > 12;
  const coldest = thermal.inletFromSetPointsC(cracs.map(({ setPointMinC }) => setPointMinC));
  const roomC = state.riseC.map((rise, b) => Math.max(limitC - rise, coldest[b]!));
  const left = (setPointsC: readonly number[]): Float64Array => {
    const inletC = thermal.inletFromSetPointsC(setPointsC);
    return roomC.map((value, b) => value - inletC[b]!);
  };
  const holds = (setPointsC: readonly number[]): boolean => left(setPointsC).every((value) => value >= 0);
  const lowered = (setPointsC: readonly number[], byC: number): number[] =>
    cracs.map(({ setPointMinC, setPointMaxC }, c) =>
      Math.max(setPointMinC, Math.min(setPointMaxC, setPointsC[c]! - byC)),
    );
  const cooledDown = (setPointsC: readonly number[]): number[] | null => {
    if (holds(lowered(setPointsC, 0))) return lowered(setPointsC, 0);
    let low = 0;
    let high = Math.max(...cracs.map(({ setPointMinC }, c) => setPointsC[c]! - setPointMinC), 0);
    if (!holds(lowered(setPointsC, high))) return null;
    for (let n = 0; n < 60 && high - low > 1e-11; n++) {
      const middle = (low + high) / 2;
      if (holds(lowered(setPointsC, middle))) high = middle;
      else low = middle;
    }
    return lowered(setPointsC, high);
  };
  const candidates = (now: readonly number[], c: number, stepC: number): number[][] =>
    [1, -1].flatMap((direction) => {
      const { setPointMinC, setPointMaxC } = cracs[c]!;
      const target = Math.min(setPointMaxC, Math.max(setPointMinC, now[c]! + direction * stepC));
      if (target === now[c]) return [];
      const moved = now.map((value, d) => (d === c ? target : value));
      const leftC = left(moved);
      const passed = [...leftC.keys()].filter((b) => leftC[b]! < 0);
      const pairs = cracs.flatMap((other, d) => {
        const share = thermal.inletShareOfCrac(d);
        if (d === c || passed.some((b) => share[b]! <= 0)) return [];
        let byC = other.setPointMaxC - moved[d]!;
        for (const [b, value] of leftC.entries()) if (share[b]! > 0) byC = Math.min(byC, value / share[b]!);
        const paired = moved.map((value, e) => (e === d ? value + byC : value));
        return byC === 0 || paired[d]! < other.setPointMinC ? [] : [paired];
      });
      return passed.length === 0 ? [moved, ...pairs] : pairs;
    });
  let best: { coolingW: number; setPointsC: number[] } | null = null;
  for (const start of starts) {
    let now = cooledDown(start);
    if (now === null || (many && best !== null)) continue;
    let { coolingW } = coolingOf(model, state, now);
    let first = 0;
    for (let stepC = 4, moves = 400; stepC >= 1e-7 && moves > 0;) {
      const order: number[] = cracs.map((_, k) => (first + k) % cracs.length);
      let found: { c: number; setPointsC: number[]; coolingW: number } | null = null;
      for (const c of order) {
        for (const setPointsC of candidates(now, c, stepC)) {
          const next = coolingOf(model, state, setPointsC).coolingW;
          if (found === null && next < coolingW * (1 - 1e-11)) found = { c, setPointsC, coolingW: next };
        }
        if (found !== null) break;
      }
      if (found === null) stepC /= 4;
      else {
        now = found.setPointsC;
        coolingW = found.coolingW;
        if (many) first = found.c;
        moves--;
      }
    }
    if (best === null || coolingW < best.coolingW * (1 - 1e-11)) best = { coolingW, setPointsC: now };
  }
  return best;
}

describe('the search for cheap set-points', () => {
  it('finds what a search finds that looks at every inlet and every pair of CRACs anew', () => {
    let moved = 0;
    for (let n = 0; n < fuzzCount(40, 8); n++) {
      const { instance, matrix } = randomHalls(5000 + n, 20, 5 + (n % 11), [0, 0.05, 0.5][n % 3]!);
      const model = rewardRateModel(instance, matrix);
      const draw = randomStream(n, 'best-set-points').uniform;
      const powersW = Float64Array.from(model.zones, ({ idleW }) => idleW * draw(1, 1.3));
      const state = zoneState(model, powersW);
      const common = warmestCommon(model, state);
      if (common === null) continue;
      const known = model.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
      const found = cheapestSetPoints(model, state, [known], false);
      const plain = plainly(model, state, [known, common.setPointsC]);
      expect(found === null).toBe(plain === null);
      if (found === null || plain === null) continue;
      for (const [c, value] of found.setPointsC.entries()) expect(value).toBeCloseTo(plain.setPointsC[c]!, 5);
      expect(Math.abs(found.coolingW / plain.coolingW - 1)).toBeLessThan(1e-8);
      if (found.coolingW < coolingOf(model, state, common.setPointsC).coolingW * (1 - 1e-4)) moved++;
    }
    expect(moved).toBeGreaterThan(2);
  });
});
