import { expect, it } from 'vitest';
import type { Configuration } from '../../../../../../models/facility/configuration.js';
import { minimumsOf, nodesOn } from '../../../../../../models/families/reward-rate/minimum-on.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
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
import { bestChoices } from '../../../../../../src/families/reward-rate/methods/rounding/choice-program.js';
import { emptyNodes, measure, ratesOf } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { allConfigurations } from '../../../../../oracle/all-configurations.js';
import { withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** A CoP that does not depend on the set-point, so that the rows are the limits themselves. */
const CONSTANT_COP = { quadraticPerC2: 0, linearPerC: 0, constant: 3 };
const RELATIVE = 1e-5;

/** Drawn room of one CRAC with at most three nodes, most with standby and minimums; null where it is larger. */
function roomOf(seed: number): RewardRateModel | null {
  const plain = tinyRandom(seed, { cracs: 1, cooling: CONSTANT_COP });
  const room = seed % 4 === 1 ? plain : withMinimum(withSleep(plain, seed), seed);
  if (standbyFaults(room.instance.facility).length > 0) return null;
  const model = withStandby(rewardRateModel(room.instance, room.matrix));
  const nodes = model.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  return nodes > 3 || model.setPointMinC > model.setPointMaxC ? null : model;
}

/** All plans of a room with the given configurations, each node free. */
function* plansOf(
  model: RewardRateModel,
  options: readonly (readonly Configuration[])[],
): Generator<Configuration[][]> {
  const places = model.zones.flatMap(({ nodeCount }, zone) =>
    Array.from({ length: nodeCount }, (_, node) => ({ zone, node })),
  );
  const nodes = emptyNodes(model).map((zone) => [...zone]);
  function* extend(n: number): Generator<Configuration[][]> {
    const place = places[n];
    if (place === undefined) {
      yield nodes;
      return;
    }
    for (const one of options[place.zone]!) {
      nodes[place.zone]![place.node] = one;
      yield* extend(n + 1);
    }
  }
  yield* extend(0);
}

it('a program over the configurations of all nodes finds the best plan within limits and minimums of nodes on', async () => {
  const engine = await loadLpEngine('highs');
  const counted = { rooms: 0, minimums: 0, arrivals: 0 };
  for (let seed = 1; seed <= fuzzCount(600, 300); seed++) {
    const model = roomOf(seed);
    if (model === null) continue;
    const options = model.zones.map((_, zone) => allConfigurations(model, zone));
    const plans = model.zones.reduce((count, { nodeCount }, zone) => count * options[zone]!.length ** nodeCount, 1);
    if (plans > 5000) continue;
    let best: { readonly rewardPerS: number; readonly nodes: Configuration[][] } | null = null;
    for (const nodes of plansOf(model, options)) {
      const { feasible, rewardPerS } = measure(model, nodes);
      if (feasible && rewardPerS > (best?.rewardPerS ?? -1))
        best = { rewardPerS, nodes: nodes.map((zone) => [...zone]) };
    }
    const rows = [
      ...initialCapRows(model, 8),
      ...powerLimitRows(model),
      ...airRows(lpRooms(model, 'common')),
      ...model.zones.map((_, zone) => redLineRow(lpRooms(model, 'common')[0], zone)),
    ];
    const base = emptyNodes(model);
    const choices = model.zones.map(({ nodeCount }, zone) => ({
      zone,
      count: nodeCount,
      isWhole: true,
      options: options[zone]!,
    }));
    // All nodes choose, and none of them is counted beforehand.
    const counts = bestChoices(
      model,
      base,
      ratesOf(model, base),
      choices,
      { rows, side: commonSetPointColumn(model) },
      engine,
      { mipRelativeGap: 1e-9 },
    );
    if (best === null || counts === null) {
      // A plan that meets a limit exactly is beyond the margin of the program.
      if (counts !== null) expect([seed, best]).toEqual([seed, null]);
      continue;
    }
    const chosen = counts.map((ofZone, zone) =>
      [...ofZone].flatMap((count, s) => new Array<Configuration>(Math.round(count)).fill(options[zone]![s]!)),
    );
    const found = measure(model, chosen);
    expect([seed, found.feasible]).toEqual([seed, true]);
    expect([seed, found.rewardPerS >= best.rewardPerS * (1 - RELATIVE)]).toEqual([seed, true]);
    counted.rooms++;
    const on = nodesOn(model, chosen);
    if (minimumsOf(model).some(({ nodes }, h) => nodes > 0 && on[h] === nodes)) counted.minimums++;
    if (found.taskRatePerS.some((rate, i) => rate > model.arrivalRatePerS[i]!)) counted.arrivals++;
  }
  expect(counted.rooms).toBeGreaterThan(20);
  expect(counted.minimums).toBeGreaterThan(3);
  expect(counted.arrivals).toBeGreaterThan(3);
});

it('nodes of the plan that run anyway count towards a minimum, and their rates and powers in the rows', async () => {
  const engine = await loadLpEngine('highs');
  let rooms = 0;
  for (let seed = 2; seed <= fuzzCount(400, 160); seed++) {
    const model = roomOf(seed);
    if (model === null || minimumsOf(model).length === 0) continue;
    const [minimum] = minimumsOf(model);
    const zone = minimum!.zones[0]!;
    const [standby, awake] = allConfigurations(model, zone);
    // One node of the zone is on; the others may go on at a cost of power alone, so none does beyond the minimum.
    const base = emptyNodes(model).map((nodes, b) => (b === zone ? nodes.with(0, awake!) : [...nodes]));
    const others = model.zones[zone]!.nodeCount - 1;
    const rows = [...initialCapRows(model, 8), ...powerLimitRows(model)];
    const [counts] =
      bestChoices(
        { ...model, minimumOn: [minimum!] },
        base,
        ratesOf(model, base),
        [{ zone, count: others, isWhole: true, options: [standby!, awake!] }],
        { rows, side: commonSetPointColumn(model) },
        engine,
        {},
      ) ?? [];
    if (counts === undefined || others === 0) continue;
    rooms++;
    expect([seed, counts[1]! + 1 >= minimum!.nodes - 1e-6]).toEqual([seed, true]);
  }
  expect(rooms).toBeGreaterThan(2);
});

it('what an option replaces is taken off its rates and its power', async () => {
  const engine = await loadLpEngine('highs');
  let compared = 0;
  for (let seed = 0; seed < fuzzCount(60); seed++) {
    const { instance, matrix } = tinyRandom(seed, { cracs: 1, cooling: CONSTANT_COP });
    const model = rewardRateModel(instance, matrix);
    if (model.setPointMinC > model.setPointMaxC) continue;
    const limits = { rows: [...initialCapRows(model, 8), ...powerLimitRows(model)], side: commonSetPointColumn(model) };
    const kinds = model.zones.map(({ nodeCount }, zone) => {
      const [replaced, ...options] = allConfigurations(model, zone).reverse();
      return { zone, count: nodeCount, isWhole: false, options: options.slice(0, 40), replaced: replaced! };
    });
    const nodes = model.zones.map(({ nodeCount }, zone) =>
      new Array<Configuration>(nodeCount).fill(kinds[zone]!.replaced),
    );
    const differences = kinds.map(({ replaced, options, ...kind }) => ({
      ...kind,
      options: options.map((one) => ({
        ...one,
        coreW: one.coreW - replaced.coreW,
        ratePerS: one.ratePerS.map((rate, i) => rate - replaced.ratePerS[i]!),
      })),
    }));
    const found = bestChoices(model, nodes, ratesOf(model, nodes), kinds, limits, engine, {});
    expect(found).toEqual(bestChoices(model, nodes, ratesOf(model, nodes), differences, limits, engine, {}));
    if (found?.some((counts) => counts.some((count) => count > 0)) === true) compared++;
  }
  expect(compared).toBeGreaterThan(2);
});
