import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { limitWorth } from '../../../../../../src/families/reward-rate/methods/worth/limit-worth.js';
import {
  openWorthLp,
  type WorthLimit,
  type WorthLp,
} from '../../../../../../src/families/reward-rate/methods/worth/worth-lp.js';
import type { LpEngine, LpSession } from '../../../../../../src/solvers/linear/engine.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { fixedSetPointsLp } from '../../../../../oracle/fixed-set-points-lp.js';
import { masterInFull } from '../../../../../oracle/master-in-full.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

let engine: LpEngine;
beforeAll(async () => {
  engine = await loadLpEngine('highs');
});

/** What mixtures of all configurations earn at a common set-point where a limit has another value, in one LP with nothing left out; null where nothing keeps the limits. */
class InFull {
  readonly #session: LpSession;
  readonly #program;

  constructor(room: TinyFacility, setPointC: number) {
    this.#program = masterInFull(room, setPointC);
    this.#session = engine.open(this.#program);
  }

  at({ kind, where, kept }: WorthLimit, value: number): number | null {
    if (kind === 'arrivalRate' && value < 0) return null;
    this.#move(kind, where, value - kept);
    const answer = this.#session.solve();
    this.#move(kind, where, 0);
    return answer.proven === 'optimal' ? answer.point!.objective : null;
  }

  #move(kind: string, where: string, by: number): void {
    const { columns, rows } = this.#program;
    if (kind === 'arrivalRate') {
      const i = Number(where.slice(1));
      this.#session.setColumnBounds(i, 0, columns[i]!.upper + by);
      return;
    }
    const name: Record<string, string> = {
      powerCap: 'cap',
      rackPower: `rack${where}`,
      pduPower: `pdu${where}`,
      coolingCapacity: `crac${where}`,
    };
    for (const [r, row] of rows.entries()) {
      const isIt = kind === 'redLine' ? row.name.startsWith('redLine') : row.name === name[kind];
      if (isIt) this.#session.setRowBounds(r, -Infinity, row.upper + by);
    }
  }

  dispose(): void {
    this.#session.dispose();
  }
}

async function openAt(room: TinyFacility, setPointsC: readonly number[]): Promise<WorthLp | null> {
  const model = withStandby(rewardRateModel(room.instance, room.matrix));
  const ended = (): Promise<boolean> => Promise.resolve(false);
  return openWorthLp({ model, oracles: oraclesOf(model), engine, setPointsC, ended });
}

describe('prices of limits at a set-point are those of one LP over all configurations', () => {
  const ROOMS = Array.from({ length: fuzzCount(30) }, (_, n) => n + 1);
  const seen = { compared: 0, bent: 0, ended: 0 };

  it.each(ROOMS)('inside their ranges and just outside, in room %i', async (seed) => {
    const room = tinyRandom(seed, { cracs: 1, mostPlans: 300 });
    const { setPointMinC, setPointMaxC } = rewardRateModel(room.instance, room.matrix);
    for (const share of [0.3, 0.7]) {
      const setPointC = setPointMinC + share * (setPointMaxC - setPointMinC);
      const lp = await openAt(room, [setPointC]);
      if (lp === null) continue;
      const truth = new InFull(room, setPointC);
      const before = seen.compared;
      try {
        for (const { limit } of lp.limits.filter(({ limit: { kept } }) => kept > 0)) await compare(limit, lp, truth);
      } finally {
        lp.dispose();
        truth.dispose();
      }
      expect(seen.compared).toBeGreaterThan(before);
      return;
    }
  });

  async function compare(limit: WorthLimit, lp: WorthLp, truth: InFull): Promise<void> {
    const found = (await limitWorth(lp, limit))!;
    expect(found).not.toBeNull();
    const whole = truth.at(limit, limit.kept)!;
    const tolerance = 2e-6 * Math.max(1e-3, whole);
    const unit = limit.kind === 'redLine' ? 1 : limit.kept;
    expect(Math.abs(lp.rewardPerS - whole)).toBeLessThan(tolerance);
    for (const [side, sign] of [
      [found.looser, 1],
      [found.tighter, -1],
    ] as const) {
      const end = side.holdsTo ?? limit.kept + 3 * unit;
      for (const part of [0.3, 1 - 1e-6]) {
        const at = limit.kept + part * (end - limit.kept);
        expect(Math.abs((truth.at(limit, at) ?? Infinity) - whole - side.perUnit * (at - limit.kept))).toBeLessThan(
          tolerance,
        );
      }
      seen.compared++;
      if (side.holdsTo === null) continue;
      if (side.beyondPerUnit === null) {
        expect(truth.at(limit, end + sign * 1e-3 * unit)).toBeNull();
        seen.ended++;
        continue;
      }
      // A small step beyond the end the reward is on the next line, or below it where that has ended, too.
      const atEnd = whole + side.perUnit * (end - limit.kept);
      const step = sign * 1e-5 * unit;
      const reward = truth.at(limit, end + step);
      if (reward === null) continue;
      expect(Math.abs(reward - atEnd - side.beyondPerUnit * step)).toBeLessThan(tolerance);
      expect(sign * side.beyondPerUnit).toBeLessThan(sign * side.perUnit);
      seen.bent++;
    }
    expect(found.looser.perUnit).toBeLessThanOrEqual(found.tighter.perUnit + 1e-9);
    const free = limit.kind === 'redLine' ? limit.kept + 1000 : 1e4 * limit.kept;
    expect(Math.abs(truth.at(limit, free)! - whole - found.without)).toBeLessThan(tolerance);
    if (found.knee !== null) {
      const half = 0.5 * found.looser.perUnit;
      const [before, at, after] = [-1e-4, 0, 1e-4].map((share) => truth.at(limit, found.knee! + share * unit)!) as [
        number,
        number,
        number,
      ];
      expect((at - before) / (1e-4 * unit)).toBeGreaterThan(half * (1 - 1e-2));
      expect((after - at) / (1e-4 * unit)).toBeLessThan(half * (1 + 1e-2));
    }
  }

  afterAll(() => {
    expect(seen.compared).toBeGreaterThan(2 * ROOMS.length);
    expect(Math.min(seen.bent, seen.ended)).toBeGreaterThan(ROOMS.length / 2);
  });
});

describe('prices with a set-point of each of three CRACs', () => {
  it.each([
    [3, 0.3],
    [5, 0.6],
  ] as const)('are those of one LP over all configurations, in hall %i', async (seed, shared) => {
    const hall = randomHalls(seed, 12, 3, shared);
    const { instance, matrix } = hall;
    const { cracs } = instance.facility;
    const setPointsC = cracs.map(
      ({ setPointMinC, setPointMaxC }, c) => setPointMinC + [0.3, 0.35, 0.4][c]! * (setPointMaxC - setPointMinC),
    );
    const lp = (await openAt(hall, setPointsC))!;
    const value = (limits: Partial<typeof instance.limits>): number | null =>
      fixedSetPointsLp(
        { matrix, instance: { ...instance, limits: { ...instance.limits, ...limits } } },
        engine,
      )(setPointsC);
    const whole = value({})!;
    expect(Math.abs(lp.rewardPerS - whole)).toBeLessThan(1e-6 * whole);
    for (const [kind, of] of [
      ['powerCap', (powerCapW: number) => value({ powerCapW })],
      ['redLine', (redLineC: number) => value({ redLineC })],
    ] as const) {
      const { limit } = lp.limits.find((one) => one.limit.kind === kind)!;
      const { looser, tighter } = (await limitWorth(lp, limit))!;
      for (const side of [looser, tighter]) {
        if (side.holdsTo === null) continue;
        const by = side.holdsTo - limit.kept;
        for (const part of [0.5, 0.999])
          expect(Math.abs(of(limit.kept + part * by)! - whole - part * by * side.perUnit)).toBeLessThan(1e-6 * whole);
        if (side.beyondPerUnit === null) continue;
        const step = Math.sign(by) * 1e-4 * (kind === 'redLine' ? 1 : limit.kept);
        const beyond = of(side.holdsTo + step)!;
        expect(Math.abs(beyond - whole - by * side.perUnit - step * side.beyondPerUnit)).toBeLessThan(1e-5 * whole);
      }
    }
    lp.dispose();
  });
});
