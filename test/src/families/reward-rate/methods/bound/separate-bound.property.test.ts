import { describe, expect, it } from 'vitest';
import { coefficientOfPerformance } from '../../../../../../models/physics/cooling/crac.js';
import type { Configuration } from '../../../../../../models/facility/configuration.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { cracHeatW } from '../../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../../models/families/reward-rate/set-points.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { blockBound, blockPrices } from '../../../../../../src/families/reward-rate/methods/bound/block-bound.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { independentRows } from '../../../../../../src/families/reward-rate/methods/room-program/cooling-columns.js';
import { groupByZone } from '../../../../../../src/families/reward-rate/methods/room-program/grouping.js';
import {
  type CracBlock,
  separateProblem,
} from '../../../../../../src/families/reward-rate/methods/room-program/crac-blocks.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { idleNodes } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { priceEnvelope } from '../../../../../../src/pricing/pricing.js';
import { separateBound } from '../../../../../../src/families/reward-rate/methods/bound/separate-bound.js';
import { solveSeveralCracs } from '../../../../../../src/families/reward-rate/methods/bound/several-cracs.js';
import { randomStream, type Uniform } from '../../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { oracle } from '../../../../../oracle/brute-force.js';
import { bestOnGrid } from '../../../../../oracle/set-point-grid.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import {
  airRows,
  lpRooms,
  powerLimitRows,
  redLineRow,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';

const FACILITIES = Array.from({ length: fuzzCount(24) }, (_, n) =>
  tinyRandom(700 + n, { mostPlans: 150, cracs: 2 + (n % 2) }),
).map((facility, n) => ({ n, facility, model: rewardRateModel(facility.instance, facility.matrix) }));

/** The facility at random prices about a random reference, and everything the bound that separates is made of. */
function drawn(model: RewardRateModel, draw: Uniform) {
  const { cracs, zones, budget } = model;
  const [room] = lpRooms(model, 'own');
  const rows = [
    ...independentRows(room),
    ...airRows([room]),
    ...powerLimitRows(model),
    ...zones.map((_, b) => redLineRow(room, b)),
  ];
  const most = model.rewardPerTask.reduce((a, b) => Math.max(a, b), 0);
  const price = Float64Array.from(rows, (row) =>
    draw(0, 1) < 0.3
      ? 0
      : draw(0, row.constraint === 'powerCap' ? 4 * most : row.constraint === 'redLine' ? 0.3 : most),
  );
  const task = model.rewardPerTask.map((reward) => reward * draw(0, 1));
  const inverse = (T: number): number => 1 / coefficientOfPerformance(budget.cooling, T);
  const within = (): Float64Array => Float64Array.from(cracs, (crac) => draw(crac.setPointMinC, crac.setPointMaxC));
  const referenceC = within();
  const inverseCop = referenceC.map(inverse);
  const oracles = oraclesOf(model);
  const envelopes = oracles.map((one) => priceEnvelope(one, task, 0, 40 * most));
  const proof = { rows, prices: { task, coupling: price }, side: [] };
  const separate = { ...separateProblem(model, oracles, inverseCop, proof, []), envelopes };
  const ranges = {
    setPointMinC: Float64Array.from(cracs, (crac) => crac.setPointMinC),
    setPointMaxC: Float64Array.from(cracs, (crac) => crac.setPointMaxC),
  };
  const bounds = (weight: readonly Float64Array[]) =>
    separate.blocks.map((block) => blockBound(separate, block, ranges, { weight, setPointsC: referenceC }));
  const configurations = zones.map(({ type }, b): Configuration[] => [
    idleNodes(model)[b]![0]!,
    ...envelopes[type]!.points.map(({ configuration }) => configuration),
  ]);
  return { rows, price, task, inverse, within, referenceC, inverseCop, separate, bounds, configurations };
}

type Drawn = ReturnType<typeof drawn>;

/** Prices of a block's red lines other than at the reference. */
function otherPrices({ separate }: Drawn, block: CracBlock, draw: Uniform) {
  return blockPrices(
    separate,
    block,
    block.rowPrice.map((y) => (draw(0, 1) < 0.5 ? y : draw(0, 0.3))),
  );
}

/** The Lagrangian of one plan (all nodes of a zone alike), straight from the model; `change` is added to red-line prices by zone. */
function lagrangian(
  model: RewardRateModel,
  { rows, price, task, inverse }: Drawn,
  choice: readonly Configuration[],
  setPointsC: Float64Array,
  change: Float64Array,
): number {
  const { zones } = model;
  const coreKW = zones.map(({ nodeCount }, b) => (nodeCount * choice[b]!.coreW) / 1000);
  const powersW = Float64Array.from(zones, (zone, b) => zone.idleW + coreKW[b]! * 1000);
  const heatKW = cracHeatW(model, zoneState(model, powersW), setPointsC).map((W) => W / 1000);
  let value = 0;
  for (const [i, mu] of task.entries()) value += (model.rewardPerTask[i]! - mu) * model.arrivalRatePerS[i]!;
  for (const [b, { nodeCount }] of zones.entries()) {
    for (const [i, mu] of task.entries()) value += nodeCount * mu * choice[b]!.ratePerS[i]!;
  }
  for (const [r, row] of rows.entries()) {
    if (row.constraint === 'cooling') continue;
    const onZones = coreKW.reduce((sum, kW, b) => sum + kW * row.zoneCoefficient[b]!, 0);
    const redLine = row.constraint === 'redLine';
    const onSide = redLine
      ? row.side.reduce((sum, term) => sum + term.value * setPointsC[term.column]!, 0)
      : row.constraint === 'coolingCapacity'
        ? heatKW[row.side[0]!.column - model.cracs.length]!
        : row.constraint === 'powerCap'
          ? heatKW.reduce((sum, kW, c) => sum + kW * inverse(setPointsC[c]!), 0)
          : 0;
    value += (price[r]! + (redLine ? change[row.zone]! : 0)) * (row.rhs - onZones - onSide);
  }
  return value;
}

function* plans(configurations: readonly (readonly Configuration[])[]): Generator<Configuration[]> {
  const [first, ...rest] = configurations;
  if (first === undefined) yield [];
  else for (const one of first) for (const others of plans(rest)) yield [one, ...others];
}

/** By zone, over all blocks. */
function changeByZone(model: RewardRateModel, { separate }: Drawn, prices: readonly ReturnType<typeof otherPrices>[]) {
  const change = new Float64Array(model.zones.length);
  for (const [c, block] of separate.blocks.entries()) {
    for (const [k, row] of block.rows.entries()) change[row.zone]! += prices[c]!.change[k]!;
  }
  return change;
}

/** Weights at which a product of two changes is shared without loss, where there is one. */
function tightWeights(
  model: RewardRateModel,
  part: Drawn,
  T: Float64Array,
  prices: readonly ReturnType<typeof otherPrices>[],
  draw: Uniform,
) {
  const { separate, inverse, inverseCop, referenceC } = part;
  return model.cracs.map((_, c) => {
    const exchange = model.thermal.cracHeatPerSetPoint(c);
    const perHeat = separate.capPrice * (inverse(T[c]!) - inverseCop[c]!);
    return exchange.map((perC, d) => {
      const a = -((perHeat * perC) / 1000 + prices[c]!.perSetPoint[d]!);
      const s = Math.abs(a / (T[d]! - referenceC[d]!));
      return c === d || draw(0, 1) < 0.2 || !(s > 1e-9) || !Number.isFinite(s)
        ? 0
        : s * (draw(0, 1) < 0.5 ? 1 : draw(0.3, 3));
    });
  });
}

describe('the bound that separates by CRAC', () => {
  it('is below no plan of any powers and set-points, whatever prices of cap, tasks, red lines and whatever sharing', () => {
    let close = 0;
    for (const { n, model } of FACILITIES) {
      const draw = randomStream(n, 'separate').uniform;
      for (let k = 0; k < 12; k++) {
        const part = drawn(model, draw);
        const T = part.within();
        const prices = part.separate.blocks.map((block) => otherPrices(part, block, draw));
        const bounds = part.bounds(tightWeights(model, part, T, prices, draw));
        const bound = bounds.reduce((sum, one, c) => sum + one.at(prices[c]!, T[c]!), part.separate.constant);
        const change = changeByZone(model, part, prices);
        let most = -Infinity;
        for (const choice of plans(part.configurations)) {
          most = Math.max(most, lagrangian(model, part, choice, T, change));
        }
        const scale = Math.max(1, Math.abs(most), Math.abs(bound));
        expect(most).toBeLessThanOrEqual(bound + 1e-9 * scale);
        if (bound - most < 1e-2 * scale) close++;
      }
    }
    // Bounds that are far off would hide mistakes.
    expect(close).toBeGreaterThan((10 / 24) * FACILITIES.length);
  });

  it('is the Lagrangian itself at the reference', () => {
    for (const { n, model } of FACILITIES) {
      const part = drawn(model, randomStream(n, 'reference').uniform);
      const none = model.cracs.map(() => new Float64Array(model.cracs.length));
      const bound = part.bounds(none).reduce((sum, one, c) => {
        const block = part.separate.blocks[c]!;
        return sum + one.at(blockPrices(part.separate, block, block.rowPrice), part.referenceC[c]!);
      }, part.separate.constant);
      let most = -Infinity;
      for (const choice of plans(part.configurations)) {
        most = Math.max(most, lagrangian(model, part, choice, part.referenceC, new Float64Array(choice.length)));
      }
      expect(Math.abs(bound - most)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(most)));
    }
  });

  it('over an interval is not below what it is at a point of the interval', () => {
    for (const { n, model } of FACILITIES) {
      const draw = randomStream(n, 'interval').uniform;
      const part = drawn(model, draw);
      const weight = model.cracs.map(() =>
        Float64Array.from(model.cracs, () => (draw(0, 1) < 0.4 ? 0 : draw(0, 1) ** 4)),
      );
      for (const [c, bound] of part.bounds(weight).entries()) {
        const { setPointMinC, setPointMaxC } = model.cracs[c]!;
        for (let k = 0; k < 10; k++) {
          const prices = otherPrices(part, part.separate.blocks[c]!, draw);
          const fromC = draw(setPointMinC, setPointMaxC);
          const toC = k === 0 ? fromC : fromC + (setPointMaxC - fromC) * draw(0, 1) ** 2;
          const over = bound.over(prices, fromC, toC);
          for (let m = 0; m <= 20; m++) {
            const at = bound.at(prices, fromC + ((toC - fromC) * m) / 20);
            expect(at).toBeLessThanOrEqual(over + 1e-9 * Math.max(1, Math.abs(over), Math.abs(at)));
          }
        }
      }
    }
  });

  it('at the prices of a solved LP no plan on a grid of set-points earns more', async () => {
    const engine = await loadHighs();
    let compared = 0;
    const tried = FACILITIES.slice(0, 14);
    for (const { n, facility, model } of tried) {
      if (idleConflict(model) !== null) continue;
      const best = bestOnGrid(facility, oracle(facility.instance, facility.matrix), model.cracs.length === 3 ? 5 : 9);
      const input = { model, oracles: oraclesOf(model), engine, control: UNLIMITED, incumbent: null };
      const lp = await solveSeveralCracs(input);
      if (best === null || lp === null || 'failure' in lp) continue;
      const draw = randomStream(n, 'prices').uniform;
      // A cutoff just below the best plan: what is left out as no better must not be it.
      for (const [wrong, cutoff] of [
        [0, 0],
        [0, 0.99 * best.rewardPerS],
        [0.2, 0.99 * best.rewardPerS],
        // Above it: then nothing but the cutoff is proven of what was left out.
        [0, 1.001 * best.rewardPerS],
        [0, 2 * best.rewardPerS],
      ] as const) {
        const told: (number | null)[] = [];
        const coupling = lp.bound.prices.coupling.map((y) => y * (1 + wrong * draw(-1, 1)));
        const bound = await separateBound({
          ...input,
          bound: { ...lp.bound, prices: { ...lp.bound.prices, coupling } },
          knownRedLines: lp.at!.redLined,
          setPointsC: lp.at!.setPointsC,
          heatKW: lp.at!.heatKW,
          coreKW: lp.solution.groupKW,
          grouping: groupByZone(model),
          cutoff,
          step: (bound) => {
            told.push(bound?.value ?? null);
            return Promise.resolve(false);
          },
        });
        // What is told on the way holds as well.
        for (const value of [bound?.value, ...told]) {
          expect(best.rewardPerS).toBeLessThanOrEqual((value ?? Infinity) * (1 + 1e-9) + 1e-12);
        }
        for (const value of [bound?.value, ...told]) expect(value ?? Infinity).toBeGreaterThanOrEqual(cutoff);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan((12 / 14) * tried.length);
  });
});
