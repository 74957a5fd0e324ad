import { beforeAll, describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import {
  boundOfProof,
  isCovered,
  proofOf,
} from '../../../../../../src/families/reward-rate/methods/bound/proof-check.js';
import { configLp, oraclesOf, solveLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import type { Prices } from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import type {
  PricedInterval,
  Proof,
  ProofPart,
  Scope,
} from '../../../../../../src/families/reward-rate/methods/room-program/proof.js';
import { leastPowerProof } from '../../../../../../src/families/reward-rate/methods/bound/least-power.js';
import { withCap } from '../../../../../../src/families/reward-rate/methods/with-cap.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream, type Uniform } from '../../../../../../src/random/stream.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import { bestSurviving, survivingRoom } from '../../../../../oracle/surviving-rooms.js';
import { bestOnGrid } from '../../../../../oracle/set-point-grid.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';
import { fuzzCount, triesAll } from '../../../../../support/fuzz.js';

/** Kinds of parts that a proof has. */
type Kind = 'whole' | 'slices' | 'without a plan' | 'boxes' | 'separate' | 'narrowed';

function kindsOf({ parts, isCommon }: Proof): Kind[] {
  const separate = parts.filter(({ by }) => by !== null && 'sharing' in by).length;
  if (separate > 0) return separate > 1 ? ['separate', 'narrowed'] : ['separate'];
  const empty = parts.some(({ by }) => by === null);
  return [
    ...(empty ? (['without a plan'] as const) : []),
    parts.length === 1 ? 'whole' : isCommon ? 'slices' : 'boxes',
  ];
}

/** The proof at prices that an engine might give as well. */
function atOtherPrices(proof: Proof, draw: Uniform): Proof {
  const other = (value: number): number =>
    draw(0, 1) < 0.1 ? [NaN, -1, Infinity, 0][Math.floor(draw(0, 4))]! : value * draw(0.5, 1.5) + draw(0, 0.01);
  const changed = ({ task, coupling, on = new Float64Array() }: Prices): Prices => ({
    task: task.map(other),
    coupling: coupling.map(other),
    on: on.map(other),
  });
  const parts = proof.parts.map(({ scope, by }): ProofPart => {
    if (by === null) return { scope, by };
    const prices = changed(by.prices);
    if (!('sharing' in by)) return { scope, by: { ...by, prices } };
    const { setPointsC, weight } = by.sharing;
    return {
      scope,
      by: {
        ...by,
        prices,
        sharing: { setPointsC, weight: weight.map((row) => row.map(other)) },
        intervals: by.intervals.map((ofCrac) =>
          ofCrac.map((one) => ({ ...one, by: { ...one.by, price: Array.from(one.by.price, other) } })),
        ),
      },
    };
  });
  return { ...proof, parts };
}

describe('the proof of a bound', () => {
  let engine: LpEngine;
  beforeAll(async () => {
    engine = await loadHighs();
  });

  async function proven(model: RewardRateModel): Promise<{ readonly value: number; readonly proof: Proof } | null> {
    const input = { model, oracles: oraclesOf(model), engine, control: UNLIMITED, incumbent: null };
    const lp = idleConflict(model) === null ? await solveLp(input) : null;
    if (lp === null || 'failure' in lp) return null;
    return { value: (lp.sliced ?? lp.bound).value, proof: proofOf(model, lp) };
  }

  async function compared(facilities: readonly TinyFacility[], bestOf: (facility: TinyFacility) => number | null) {
    const kinds: Partial<Record<Kind | 'tooWide', number>> = {};
    for (const [n, facility] of facilities.entries()) {
      const model = rewardRateModel(facility.instance, facility.matrix);
      const found = await proven(model);
      if (found === null) continue;
      const { value, proof } = found;
      const name = facility.instance.name;
      for (const kind of kindsOf(proof)) kinds[kind] = (kinds[kind] ?? 0) + 1;
      const again = boundOfProof(model, oraclesOf(model), proof) ?? Infinity;
      expect([name, again <= value * (1 + 1e-12), again >= value * (1 - 1e-9)]).toEqual([name, true, true]);
      for (const k of [...proof.parts.keys()].filter((part) => part % 20 === 0)) {
        const parts = proof.parts.filter((_, other) => other !== k);
        expect([name, k, boundOfProof(model, oraclesOf(model), { ...proof, parts })]).toEqual([name, k, null]);
      }
      const { parts } = proof;
      const least = (key: 'setPointMinC' | 'leastKW') =>
        parts[0]!.scope[key]?.map((_, c) => Math.min(...parts.map(({ scope }) => scope[key]![c]!)));
      const most = (key: 'setPointMaxC' | 'mostKW') =>
        parts[0]!.scope[key]?.map((_, c) => Math.max(...parts.map(({ scope }) => scope[key]![c]!)));
      const [leastKW, mostKW] = [least('leastKW'), most('mostKW')];
      const heats = leastKW === undefined || mostKW === undefined ? {} : { leastKW, mostKW };
      const all: Scope = { setPointMinC: least('setPointMinC')!, setPointMaxC: most('setPointMaxC')!, ...heats };
      for (const { by } of parts.length === 1 ? [] : parts.slice(0, 5)) {
        // A part's rows and prices prove nothing of more plans than its own, unless they are those of all.
        const wide = boundOfProof(model, oraclesOf(model), { ...proof, parts: [{ scope: all, by }] });
        expect([name, wide === Infinity || wide! >= value * (1 - 1e-9)]).toEqual([name, true]);
        if (wide === Infinity) kinds.tooWide = (kinds.tooWide ?? 0) + 1;
        if (by === null || 'sharing' in by || !by.rows.some(({ within }) => within !== undefined)) continue;
        // Caps after failures are of the box's set-points, even if the columns of set-points are not.
        const side = by.side.map((column, c) => ({
          ...column,
          lower: all.setPointMinC[c] ?? column.lower,
          upper: all.setPointMaxC[c] ?? column.upper,
        }));
        const capped = boundOfProof(model, oraclesOf(model), {
          ...proof,
          parts: [{ scope: all, by: { ...by, side } }],
        });
        expect([name, capped]).toEqual([name, Infinity]);
      }
      for (const changed of [
        (ofCrac: readonly PricedInterval[]) => ofCrac.slice(1),
        ([one, ...others]: readonly PricedInterval[]) => [{ ...one!, by: { ...one!.by, fromC: one!.toC } }, ...others],
      ]) {
        // An interval is missing, or bounded over less than itself.
        const broken = parts.map(({ scope, by }) =>
          by !== null && 'sharing' in by
            ? { scope, by: { ...by, intervals: by.intervals.map(changed) } }
            : { scope, by },
        );
        // Where set-points are fixed, intervals are points.
        const isSeparate = parts.some(
          ({ by }) => by !== null && 'sharing' in by && by.intervals.some(([one]) => one!.fromC < one!.toC),
        );
        const wrong = boundOfProof(model, oraclesOf(model), { ...proof, parts: broken });
        if (isSeparate) expect([name, wrong]).toEqual([name, Infinity]);
      }
      const best = bestOf(facility);
      if (best === null) continue;
      const draw = randomStream(n, 'other prices').uniform;
      for (let k = 0; k < 4; k++) {
        const other = boundOfProof(model, oraclesOf(model), atOtherPrices(proof, draw)) ?? -Infinity;
        expect([name, k, other >= best * (1 - 1e-9)]).toEqual([name, k, true]);
      }
    }
    return kinds;
  }

  it('gives the stated bound again, misses no part, and bounds all plans at other prices, with a common set-point', async () => {
    const facilities = Array.from({ length: fuzzCount(200, 200) }, (_, seed) => {
      const draw = randomStream(seed, 'gentle').uniform;
      const cooling = { quadraticPerC2: draw(0.0003, 0.003), linearPerC: draw(0, 0.01), constant: draw(0.8, 4) };
      return tinyRandom(seed + 1, { mostPlans: 500, cracs: 1, ...(seed % 4 === 0 ? {} : { cooling }) });
    });
    const kinds = await compared(
      facilities,
      ({ instance, matrix }) => bruteForce(oracle(instance, matrix)).best?.rewardPerS ?? null,
    );
    expect(kinds.whole).toBeGreaterThan(20);
    expect(kinds.slices).toBeGreaterThan(10);
    expect(kinds.tooWide).toBeGreaterThan(20);
  });

  it('gives the stated bound again, misses no part, and bounds all plans at other prices, with set-points of their own', async () => {
    const facilities = Array.from({ length: fuzzCount(40, 25) }, (_, seed) =>
      tinyRandom(seed + 1, { mostPlans: 200, cracs: 2 + (seed % 2) }),
    );
    const kinds = await compared(
      facilities,
      (facility) =>
        bestOnGrid(
          facility,
          oracle(facility.instance, facility.matrix),
          facility.instance.facility.cracs.length === 2 ? 7 : 4,
        )?.rewardPerS ?? null,
    );
    for (const kind of ['boxes', 'separate'] as const) expect(kinds[kind]).toBeGreaterThan(3);
    expect(kinds.narrowed).toBeGreaterThan(0);
    expect(kinds.tooWide).toBeGreaterThan(20);
  });

  it('gives the stated bound again where boxes are split in set-points, with caps after failures of each box', async () => {
    const rooms = [63, 91, ...(triesAll() ? [11] : [])].map((seed) => survivingRoom(seed, 60));
    const facilities = rooms.map(({ facility }) => facility);
    const kinds = await compared(
      facilities,
      (facility) => bestSurviving(rooms[facilities.indexOf(facility)]!, 4)?.rewardPerS ?? null,
    );
    expect(kinds.boxes).toBe(rooms.length);
    expect(kinds['without a plan']).toBeGreaterThan(0);
    expect(kinds.tooWide).toBeGreaterThan(5);
  });

  it('gives the stated bound again where many CRACs are bounded one by one', async () => {
    const facilities = Array.from({ length: fuzzCount(6, 4) }, (_, seed) => randomHalls(seed + 1, 12, 5, 0.05));
    const kinds = await compared(facilities, () => null);
    expect(kinds.separate).toBeGreaterThan(2);
  });

  it('of least power says that plans under the cap earn less, in any unit of reward', async () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(14, 8); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 300, cracs: 1 + (seed % 2) });
      const base = rewardRateModel(instance, matrix);
      if (idleConflict(base) !== null) continue;
      const unit = seed % 3 === 0 ? 2 ** -60 : 1;
      const model = { ...base, rewardPerTask: base.rewardPerTask.map((reward) => reward * unit) };
      const { next, claimedRewardPerS } = await configLp({ model, engine, control: UNLIMITED, ...UNSEEDED });
      if (next === undefined || claimedRewardPerS === null || claimedRewardPerS === 0) continue;
      const targetRewardPerS = 0.8 * claimedRewardPerS;
      const input = { model, engine, control: UNLIMITED, start: next, targetRewardPerS };
      const { boundW, proof } = await leastPowerProof({ ...input, powerW: model.budget.powerCapW });
      if (proof === null) continue;
      const under = withCap(model, boundW);
      const value = boundOfProof(under, oraclesOf(model), proof);
      expect([seed, value !== null && value < targetRewardPerS]).toEqual([seed, true]);
      expect([seed, boundOfProof(model, oraclesOf(model), proof)]).toEqual([seed, null]);
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('is of one model: not of one with another cap, other set-points or other nodes on standby', async () => {
    const { instance, matrix } = tinyRandom(5, { cracs: 1 });
    const model = rewardRateModel(instance, matrix);
    const { proof } = (await proven(model))!;
    const oracles = oraclesOf(model);
    const { budget, setPointMaxC } = model;
    expect(boundOfProof(model, oracles, proof)).not.toBeNull();
    expect(
      boundOfProof({ ...model, budget: { ...budget, powerCapW: budget.powerCapW + 1 } }, oracles, proof),
    ).toBeNull();
    expect(boundOfProof({ ...model, setPointMaxC: setPointMaxC + 0.1 }, oracles, proof)).toBeNull();
    expect(boundOfProof({ ...model, asleep: [] }, oracles, proof)).toBeNull();
  });
});

describe('ranges that cover a region', () => {
  const box = (...ends: readonly (readonly [number, number])[]) => ({
    least: Float64Array.from(ends, ([least]) => least),
    most: Float64Array.from(ends, ([, most]) => most),
  });

  it('are all parts of any division, and no longer without one of them', () => {
    for (let seed = 0; seed < fuzzCount(100, 100); seed++) {
      const draw = randomStream(seed, 'division').uniform;
      const whole = box([0, 1], [0, 2], [-1, 1]);
      const parts = [whole];
      for (let n = 0; n < 12; n++) {
        const [part] = parts.splice(Math.floor(draw(0, parts.length)), 1);
        const { least, most } = part!;
        const d = Math.floor(draw(0, 3));
        const at = draw(least[d], most[d]);
        parts.push({ least, most: most.with(d, at) }, { least: least.with(d, at), most });
      }
      expect([seed, isCovered(whole, parts)]).toEqual([seed, true]);
      const left = Math.floor(draw(0, parts.length));
      expect([
        seed,
        isCovered(
          whole,
          parts.filter((_, n) => n !== left),
        ),
      ]).toEqual([seed, false]);
    }
  });

  it('may overlap, and need not reach what has no plan', () => {
    const whole = box([0, 1], [0, 1]);
    expect(isCovered(whole, [box([0, 0.6], [0, 1]), box([0.4, 1], [0, 1])])).toBe(true);
    const below: Parameters<typeof isCovered>[2] = ({ least, most }) =>
      least[0]! >= 0.6 ? null : { least, most: most.with(0, Math.min(most[0]!, 0.6)) };
    expect(isCovered(whole, [box([0, 0.6], [0, 1])], below)).toBe(true);
    expect(isCovered(whole, [box([0, 0.5], [0, 1])], below)).toBe(false);
  });
});
