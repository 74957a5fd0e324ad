import { beforeAll, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { hasStandby, withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
import { boundOfProof, proofOfKind } from '../../../../../../src/families/reward-rate/methods/bound/proof-check.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { ofOneConfiguration } from '../../../../../../src/families/reward-rate/methods/one-configuration/one-configuration.js';
import {
  lagrangianBound,
  type PricedRows,
} from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import { solveConfigurationLp } from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import type {
  CountRange,
  Proof,
  ProofPart,
} from '../../../../../../src/families/reward-rate/methods/room-program/proof.js';
import { searchWholeStandby } from '../../../../../../src/families/reward-rate/methods/whole-standby/search.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream, type Uniform } from '../../../../../../src/random/stream.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { bestWithMinimum, standbyOracle, withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

let engine: LpEngine;
beforeAll(async () => {
  engine = await loadHighs();
});

/** A room, the best of all its plans of one configuration per node by brute force, and a proof for a kind of its plans. */
interface Proven {
  readonly name: string;
  readonly model: RewardRateModel;
  readonly best: number;
  /** Reward of the best plan of the kind that is known, by brute force or the search. */
  readonly reached: number;
  readonly value: number;
  readonly proof: Proof;
}

/** Room of a seed: every second sleeps, every fourth also has minimums. Every third has too many plans for brute force. */
function drawn(seed: number): { readonly room: TinyFacility; readonly best: () => number | null } {
  if (seed % 3 === 0) {
    const many = tinyRandom(seed, { cracs: 1, groupNodes: [3, 6], mostPlans: Infinity });
    const room = seed % 4 === 1 ? withMinimum(withSleep(many, seed), seed) : withSleep(many, seed);
    return { room: seed % 2 === 0 ? many : room, best: () => 0 };
  }
  const plain = tinyRandom(seed, { cracs: 1, mostPlans: 300 });
  if (seed % 2 === 0)
    return { room: plain, best: () => bruteForce(oracle(plain.instance, plain.matrix)).best?.rewardPerS ?? null };
  const asleep = withSleep(plain, seed);
  if (seed % 4 === 1) return { room: asleep, best: () => bruteForce(standbyOracle(asleep)).best?.rewardPerS ?? null };
  const room = withMinimum(asleep, seed);
  return { room, best: () => bestWithMinimum(room) };
}

async function proofsOf(seed: number, most: number): Promise<Proven[]> {
  const { room, best: bestOf } = drawn(seed);
  if (standbyFaults(room.instance.facility).length > 0) return [];
  const stated = withStandby(rewardRateModel(room.instance, room.matrix));
  if (idleConflict(stated) !== null) return [];
  const model = withIdleRoom(stated);
  const oracles = oraclesOf(model);
  const lp = await solveConfigurationLp({ model, oracles, engine, control: UNLIMITED, incumbent: null });
  const best = bestOf();
  if ('failure' in lp || best === null) return [];
  const common = { model, oracles, engine, control: UNLIMITED, incumbentRewardPerS: 0 };
  const { by, bound, better } = await ofOneConfiguration({ ...common, bound: lp.bound, rows: lp.rows, most });
  const ofClass = by && {
    value: bound.boundRewardPerS,
    proof: proofOfKind(model, by),
    reached: Math.max(best, better?.rewardPerS ?? 0),
    name: `one configuration ${seed}`,
  };
  let steps = 0;
  const control = { step: () => Promise.resolve(++steps >= most) };
  const standby = hasStandby(model) ? await searchWholeStandby({ ...common, lp, control }) : null;
  const ofStandby = standby && {
    value: standby.boundRewardPerS,
    proof: proofOfKind(model, standby),
    reached: Math.max(best, standby.better?.claimedRewardPerS ?? 0),
    name: `standby ${seed}`,
  };
  return [ofClass, ofStandby].flatMap((one) => (one === null ? [] : [{ ...one, model, best }]));
}

const isPriced = (by: ProofPart['by']): by is PricedRows => by !== null && !('sharing' in by);

/** The same proof without a plan that is known, so that it bounds all plans of the kind. */
function withoutKnown(proof: Proof): Proof {
  return { ...proof, kind: { ...proof.kind!, knownRewardPerS: 0 } };
}

/** The proof at prices that an engine might give as well. */
function atOtherPrices(proof: Proof, draw: Uniform): Proof {
  const other = (value: number): number =>
    draw(0, 1) < 0.1 ? [NaN, -1, Infinity, 0][Math.floor(draw(0, 4))]! : value * draw(0.5, 1.5) + draw(-0.01, 0.01);
  const changed = (by: PricedRows): PricedRows => {
    const { task, coupling, on, count } = by.prices;
    const prices = { task: task.map(other), coupling: coupling.map(other) };
    return {
      ...by,
      prices: { ...prices, ...(on && { on: on.map(other) }), ...(count && { count: count.map(other) }) },
    };
  };
  return { ...proof, parts: proof.parts.map(({ scope, by }) => ({ scope, by: isPriced(by) ? changed(by) : by })) };
}

function withRanges(part: ProofPart, counts: readonly CountRange[]): ProofPart {
  return { ...part, scope: { ...part.scope, counts } };
}

it('branches over whole numbers are a proof: it gives a bound again, misses no branch, and bounds all plans at other prices', async () => {
  const seen = { proofs: 0, standby: 0, large: 0, open: 0, inherited: 0, only: 0, tight: 0, wider: 0, pools: 0 };
  for (let seed = 1; seed <= fuzzCount(200, 40); seed++) {
    for (const most of seed % 3 === 0 ? [9, 120] : [120]) {
      for (const { name, model, reached, value, proof } of await proofsOf(seed, most)) {
        const { parts, kind } = proof;
        const { pool, knownRewardPerS } = kind!;
        const boundOf = (other: Proof): number | null => boundOfProof(model, oraclesOf(model), other);
        const isValid = (bound: number | null): boolean => bound !== null && bound >= reached * (1 - 1e-9) - 1e-12;
        seen.proofs++;
        if (pool === undefined) seen.standby++;
        if (parts.length > 9) seen.large++;
        if (value > knownRewardPerS * (1 + 1e-6)) seen.open++;
        seen.only += parts.filter(({ by }) => by === null).length;
        if (new Set(parts.map(({ by }) => by)).size < parts.length) seen.inherited++;

        const again = boundOf(proof) ?? Infinity;
        expect([name, again <= value * (1 + 1e-9) + 1e-12, isValid(again)]).toEqual([name, true, true]);
        if (again >= value * (1 - 1e-9)) seen.tight++;
        expect([name, isValid(boundOf(withoutKnown(proof)))]).toEqual([name, true]);

        expect([name, boundOf({ ...proof, parts: [...parts, parts.at(-1)!] })]).toEqual([name, null]);
        for (const [n, part] of parts.slice(0, 10).entries()) {
          expect([name, n, boundOf({ ...proof, parts: parts.toSpliced(n, 1) })]).toEqual([name, n, null]);
          const { counts = [] } = part.scope;
          const at = counts.findIndex(({ lower }) => lower > 0);
          const { count, lower, upper } = counts[at] ?? { count: 0, lower: 0, upper: 0 };
          const moved = (by: number): Proof => ({
            ...proof,
            parts: parts.with(n, withRanges(part, counts.with(at, { count, lower: lower + by, upper }))),
          });
          // Sums of running nodes may be such that no plan has this number.
          if (at < 0 || pool === undefined) continue;
          // One number is in no branch, or in two.
          for (const by of [1, -1]) expect([name, n, by, boundOf(moved(by))]).toEqual([name, n, by, null]);
        }

        const draw = randomStream(seed, 'other prices').uniform;
        const others = Array.from({ length: 6 }, () => atOtherPrices(proof, draw));
        // Prices of one branch serve in every other one.
        const swapped = parts.map(({ scope }, n) => ({ scope, by: parts.at(n - 1)!.by }));
        if (parts.every(({ by }) => by !== null)) others.push({ ...proof, parts: swapped });
        for (const [k, other] of others.entries())
          expect([name, k, isValid(boundOf(withoutKnown(other)))]).toEqual([name, k, true]);
        if (pool !== undefined) {
          // Another pool, or other sets of configurations, bound all plans as well, if they say anything.
          const within = pool.splits.map((split) => ({ ...split, within: split.within.map(() => draw(0, 1) < 0.5) }));
          for (const other of [{ loss: pool.loss / 3 }, { loss: 0.9 * pool.loss }, { splits: within }]) {
            const bound = boundOf(withoutKnown({ ...proof, kind: { ...kind!, pool: { ...pool, ...other } } }));
            expect([name, other, bound === null || isValid(bound)]).toEqual([name, other, true]);
            if (bound !== null && Number.isFinite(bound)) seen.pools++;
            if (bound === null || other.loss === undefined) continue;
            // Plans with a configuration outside a smaller pool are not excluded.
            const outside = lagrangianBound(model, oraclesOf(model), pool.by).value - other.loss;
            expect([name, bound >= outside * (1 - 1e-12)]).toEqual([name, true]);
          }
        }

        // Rows and prices of a narrower range of set-points prove nothing, nor does a branch with more than one plan without prices.
        const narrower = (by: PricedRows): PricedRows => ({
          ...by,
          side: by.side.map(({ lower, upper, ...column }) => ({ ...column, lower: (lower + 2 * upper) / 3, upper })),
        });
        const isWide = model.setPointMinC < model.setPointMaxC;
        const own = parts.findIndex(({ by }) => isPriced(by) && by.rows.length > 0);
        if (own < 0 || !isWide) continue;
        const part = parts[own]!;
        const bare = { ...proof, parts: parts.with(own, { ...part, by: null }) };
        if (pool === undefined) expect([name, boundOf(bare)]).toEqual([name, Infinity]);
        else expect([name, isValid(boundOf(withoutKnown(bare)))]).toEqual([name, true]);
        const narrow = { ...part, by: narrower(part.by as PricedRows) };
        expect([name, boundOf({ ...proof, parts: parts.with(own, narrow) })]).toEqual([name, Infinity]);
        if (pool === undefined || pool.by.rows.length === 0) continue;
        const wrongPool = { ...pool, by: narrower(pool.by) };
        expect([name, boundOf({ ...proof, kind: { ...kind!, pool: wrongPool } })]).toEqual([name, null]);
        seen.wider++;
      }
    }
  }
  const least = { proofs: 50, standby: 15, large: 5, open: 5, inherited: 5, only: 1, tight: 50, wider: 30, pools: 100 };
  for (const [what, count] of Object.entries(least))
    expect([what, seen[what as keyof typeof seen] >= count, seen]).toEqual([what, true, seen]);
});
