import { expect, it } from 'vitest';
import { type Configuration, configurationKey } from '../../../../../../models/facility/configuration.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { oraclesOf, solveLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { descended } from '../../../../../../src/families/reward-rate/methods/rounding/descent.js';
import { diffused } from '../../../../../../src/families/reward-rate/methods/rounding/diffusion.js';
import { dive } from '../../../../../../src/families/reward-rate/methods/rounding/dive.js';
import { canExchange } from '../../../../../../src/families/reward-rate/methods/rounding/exchange.js';
import { nearConfigurations } from '../../../../../../src/families/reward-rate/methods/rounding/near-configurations.js';
import { measure } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { commonLimits } from '../../../../../../src/families/reward-rate/methods/rounding/plan-limits.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** The LP of a drawn room of one CRAC, and what rounding needs of it; null where there is none. */
async function lpOf(seed: number, groupNodes?: readonly [number, number]) {
  const { instance, matrix } = tinyRandom(
    seed,
    groupNodes === undefined ? { cracs: 1 } : { cracs: 1, groupNodes, mostPlans: Infinity },
  );
  const model = rewardRateModel(instance, matrix);
  const engine = await loadLpEngine('highs');
  const oracles = oraclesOf(model);
  const lp = await solveLp({
    model,
    oracles,
    engine,
    incumbent: null,
    first: null,
    control: { step: () => Promise.resolve(false) },
  });
  if (lp === null || 'failure' in lp) return null;
  const limits = commonLimits(model, lp.rows);
  if (!canExchange(model, limits) || lp.solution.missing > 0) return null;
  return { model, oracles, engine, lp, limits, near: nearConfigurations(model, oracles, lp.bound) };
}

/** Seeds of tests in which few of the rooms drawn serve. */
const WIDER = Array.from({ length: fuzzCount(120, 36) }, (_, seed) => seed);
const SEEDS = Array.from({ length: fuzzCount(40) }, (_, seed) => seed);

function keysOf(nodes: readonly (readonly Configuration[])[]): string[][] {
  return nodes.map((zone) => zone.map(configurationKey).sort());
}

/** Plan of random nodes that keeps all limits, or null. */
function feasiblePlan(model: RewardRateModel, seed: number): Configuration[][] | null {
  const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
  return measure(model, nodes).feasible ? nodes : null;
}

it('a dive ends in a plan that keeps all limits, earns what it says and no more than the bound', async () => {
  let plans = 0;
  for (const seed of SEEDS) {
    const room = await lpOf(seed);
    if (room === null) continue;
    const { model, lp } = room;
    const found = dive({ ...room, used: lp.solution.used, bound: lp.bound, goalRewardPerS: Infinity });
    if (found === null) continue;
    plans++;
    const { feasible, rewardPerS } = measure(model, found.nodes);
    expect({ seed, feasible, zones: found.nodes.map((zone) => zone.length) }).toEqual({
      seed,
      feasible: true,
      zones: model.zones.map(({ nodeCount }) => nodeCount),
    });
    expect(found.rewardPerS).toBe(rewardPerS);
    expect(rewardPerS).toBeLessThanOrEqual(lp.bound.value * (1 + 1e-9));
  }
  expect(plans).toBeGreaterThan(SEEDS.length / 4);
});

it('a mixture of whole nodes is rounded to itself', async () => {
  for (const seed of SEEDS.slice(0, 10)) {
    const room = await lpOf(seed);
    if (room === null) continue;
    const { model, lp, near } = room;
    const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
    const used = nodes.map((zone) => zone.map((configuration) => ({ configuration, units: 1 })));
    expect(keysOf(diffused(model, used, lp.bound, near))).toEqual(keysOf(nodes));
  }
});

it('a descent never ends below a plan within the limits that it began with', async () => {
  let descents = 0;
  for (const seed of SEEDS.slice(0, 20)) {
    const room = await lpOf(seed);
    const nodes = room === null ? null : feasiblePlan(room.model, seed);
    if (room === null || nodes === null) continue;
    const { model, lp, near } = room;
    const input = { model, nodes, near, bound: lp.bound, rows: lp.rows, mostLoss: Infinity, goalRewardPerS: Infinity };
    const found = descended(input);
    descents++;
    expect(found?.rewardPerS).toBeGreaterThanOrEqual(measure(model, nodes).rewardPerS);
  }
  expect(descents).toBeGreaterThan(0);
});

it('a descent mostly ends where no change of one node that keeps all limits earns more, each tried exactly', async () => {
  let descents = 0;
  let settled = 0;
  for (const seed of SEEDS) {
    const room = await lpOf(seed);
    const start = room === null ? null : feasiblePlan(room.model, seed);
    if (room === null || start === null) continue;
    const { model, lp, near } = room;
    const input = {
      model,
      nodes: start,
      near,
      bound: lp.bound,
      rows: lp.rows,
      mostLoss: Infinity,
      goalRewardPerS: Infinity,
    };
    const { nodes, rewardPerS } = descended(input)!;
    descents++;
    const better = nodes.some((zone, b) =>
      zone.some((now, n) =>
        near.around(b, now).some((to) => {
          const changed = nodes.map((other, c) => (c === b ? other.with(n, to) : other));
          const exact = measure(model, changed);
          return exact.feasible && exact.rewardPerS > rewardPerS + 1e-5 * lp.bound.value;
        }),
      ),
    );
    if (!better) settled++;
  }
  expect(settled).toBeGreaterThan(0.7 * descents);
  expect(descents).toBeGreaterThan(2);
});

it('a descent leads plans that break limits back within them, where single changes with prices do', async () => {
  let broken = 0;
  let back = 0;
  for (const seed of WIDER) {
    const room = await lpOf(seed);
    if (room === null) continue;
    const nodes = randomNodes(room.model, randomStream(seed, 'nodes').uniform);
    const { feasible, brokenLimit } = measure(room.model, nodes);
    // Racks and cooling capacities have no price: a plan above these is no start.
    if (feasible || brokenLimit !== null) continue;
    broken++;
    const { model, lp, near } = room;
    const input = { model, nodes, near, bound: lp.bound, rows: lp.rows, mostLoss: Infinity, goalRewardPerS: Infinity };
    if (descended(input) !== null) back++;
  }
  expect(broken).toBeGreaterThan(3);
  expect(back).toBeGreaterThan(0.2 * broken);
});

it('a dive finds plans in about half of all rooms of dozens of nodes, and loses little of what the mixture earns', async () => {
  const gaps: number[] = [];
  let rooms = 0;
  for (const seed of WIDER) {
    const room = await lpOf(seed, [10, 30]);
    if (room === null) continue;
    rooms++;
    const { lp } = room;
    const found = dive({ ...room, used: lp.solution.used, bound: lp.bound, goalRewardPerS: Infinity });
    if (found !== null) gaps.push(1 - found.rewardPerS / lp.solution.objective);
  }
  gaps.sort((a, b) => a - b);
  expect(gaps.length).toBeGreaterThan(0.4 * rooms);
  expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(0.01);
});
