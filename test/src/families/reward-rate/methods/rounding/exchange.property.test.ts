import { expect, it } from 'vitest';
import type { Configuration } from '../../../../../../models/facility/configuration.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { lagrangianBound } from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import {
  canExchange,
  completeByExchange,
} from '../../../../../../src/families/reward-rate/methods/rounding/exchange.js';
import { emptyNodes, measure } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { allConfigurations } from '../../../../../oracle/all-configurations.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import {
  commonSetPointColumn,
  initialCapRows,
} from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';
import {
  airRows,
  lpRooms,
  powerLimitRows,
  redLineRow,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';

/** A CoP that does not depend on the set-point, so that the rows are the limits themselves. */
const CONSTANT_COP = { quadraticPerC2: 0, linearPerC: 0, constant: 3 };
/** Goal that no plan reaches. */
const NEVER = Infinity;

interface Room {
  readonly model: RewardRateModel;
  readonly choices: readonly {
    readonly zone: number;
    readonly node: number;
    readonly configurations: Configuration[];
  }[];
  readonly found: (nodes: readonly (readonly Configuration[])[], goalRewardPerS?: number) => Configuration[][] | null;
}

/** Random room of one CRAC with at most three nodes, each free to take any configuration; null where a drawn one is larger. */
function roomOf(seed: number): Room | null {
  const { instance, matrix } = tinyRandom(seed, { cracs: 1, cooling: CONSTANT_COP });
  const model = rewardRateModel(instance, matrix);
  const choices = model.zones.flatMap(({ nodeCount }, zone) =>
    Array.from({ length: nodeCount }, (_, node) => ({ zone, node, configurations: allConfigurations(model, zone) })),
  );
  if (choices.length > 3) return null;
  const rows = [
    ...initialCapRows(model, 8),
    ...powerLimitRows(model),
    ...airRows(lpRooms(model, 'common')),
    ...model.zones.map((_, zone) => redLineRow(lpRooms(model, 'common')[0], zone)),
  ];
  const side = commonSetPointColumn(model);
  if (side[0]!.lower > side[0]!.upper) return null;
  const draw = randomStream(seed, 'prices').uniform;
  const prices = {
    task: Float64Array.from(model.rewardPerTask, (reward) => draw(0, reward)),
    coupling: Float64Array.from(rows, () => draw(0, 0.1)),
  };
  const bound = lagrangianBound(model, oraclesOf(model), { rows, prices, side });
  expect(canExchange(model, { rows, side })).toBe(true);
  return {
    model,
    choices,
    found: (nodes, goalRewardPerS = NEVER) => {
      const chosen = completeByExchange({ model, nodes, open: choices, limits: { rows, side }, bound, goalRewardPerS });
      if (chosen === null) return null;
      const result = nodes.map((zone) => [...zone]);
      for (const [n, { zone, node }] of choices.entries()) result[zone]![node] = chosen[n]!;
      return result;
    },
  };
}

/** Reward of the best plan within the limits by trying all; null where none keeps them. */
function bestOf({ model, choices }: Room): number | null {
  let best: number | null = null;
  const nodes = emptyNodes(model).map((zone) => [...zone]);
  const extend = (n: number): void => {
    const open = choices[n];
    if (open === undefined) {
      const { feasible, rewardPerS } = measure(model, nodes);
      if (feasible && rewardPerS > (best ?? -1)) best = rewardPerS;
      return;
    }
    for (const configuration of open.configurations) {
      nodes[open.zone]![open.node] = configuration;
      extend(n + 1);
    }
  };
  extend(0);
  return best;
}

it('exchanges of up to three nodes find the best of all plans of rooms with so few nodes', () => {
  let rooms = 0;
  let best = 0;
  for (let seed = 1; seed <= fuzzCount(600); seed++) {
    const room = roomOf(seed);
    if (room === null) continue;
    const brute = bestOf(room);
    const found = room.found(emptyNodes(room.model));
    if (brute === null) {
      expect(found === null || !measure(room.model, found).feasible).toBe(true);
      continue;
    }
    if (found === null) continue;
    rooms++;
    const { feasible, rewardPerS } = measure(room.model, found);
    expect(feasible, `seed ${seed}`).toBe(true);
    expect(rewardPerS, `seed ${seed}`).toBeLessThanOrEqual(brute * (1 + 1e-12));
    if (rewardPerS >= brute * (1 - 1e-8)) best++;
  }
  expect(rooms).toBeGreaterThan(fuzzCount(600) / 10);
  // The others keep a margin to a limit that the best plan meets exactly.
  expect(best).toBeGreaterThanOrEqual(0.98 * rooms);
});

it('exchanges never lose what the plan they start from earns, and end at once where it reaches the goal', () => {
  let kept = 0;
  for (let seed = 1; seed <= fuzzCount(300); seed++) {
    const room = roomOf(seed);
    if (room === null) continue;
    const nodes = randomNodes(room.model, randomStream(seed, 'nodes').uniform);
    const before = measure(room.model, nodes);
    // Nearer to the red line than the margin of the rows is no start.
    if (!before.feasible || before.warmestC - before.coldestC < 1e-6) continue;
    expect(measure(room.model, room.found(nodes)!).rewardPerS).toBeGreaterThanOrEqual(before.rewardPerS * (1 - 1e-12));
    expect(measure(room.model, room.found(nodes, 0)!).taskRatePerS).toEqual(before.taskRatePerS);
    kept++;
  }
  expect(kept).toBeGreaterThan(10);
});

it('exchanges from a plan that breaks limits find a plan within them, mostly the best of all', () => {
  let rooms = 0;
  let best = 0;
  for (let seed = 1; seed <= fuzzCount(600); seed++) {
    const room = roomOf(seed);
    if (room === null) continue;
    const nodes = randomNodes(room.model, randomStream(seed, 'nodes').uniform);
    const brute = bestOf(room);
    const found = brute === null || measure(room.model, nodes).feasible ? null : room.found(nodes);
    if (found === null) continue;
    rooms++;
    const { feasible, rewardPerS } = measure(room.model, found);
    expect([seed, feasible]).toEqual([seed, true]);
    if (rewardPerS >= brute! * (1 - 1e-8)) best++;
  }
  expect(rooms).toBeGreaterThan(10);
  expect(best).toBeGreaterThanOrEqual(0.95 * rooms);
});
