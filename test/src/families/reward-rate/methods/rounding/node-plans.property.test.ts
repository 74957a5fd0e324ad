import { expect, it } from 'vitest';
import { keepsMinimumOn, minimumsOf } from '../../../../../../models/families/reward-rate/minimum-on.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { assignmentsOf } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { lagrangianBound } from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import {
  commonSetPointColumn,
  initialCapRows,
} from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';
import { lossesOf } from '../../../../../../src/families/reward-rate/methods/rounding/near-configurations.js';
import { nodesOf } from '../../../../../../src/families/reward-rate/methods/rounding/node-assignments.js';
import { measure, zonePowersW } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { wholeShares } from '../../../../../../src/families/reward-rate/methods/rounding/whole-shares.js';
import { withoutExcess } from '../../../../../../src/families/reward-rate/methods/rounding/without-excess.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { allConfigurations } from '../../../../../oracle/all-configurations.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { survivingRoom } from '../../../../../oracle/surviving-rooms.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const SEEDS = Array.from({ length: fuzzCount(200, 60) }, (_, n) => n + 1);

function modelOf(seed: number): RewardRateModel {
  const { instance, matrix } = tinyRandom(seed, { cracs: 1 });
  return rewardRateModel(instance, matrix);
}

it('nodes are read from their own assignments, and from none that name other zones or more nodes than a zone has', () => {
  for (const seed of SEEDS) {
    const model = modelOf(seed);
    const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
    const assignments = assignmentsOf(model, nodes);
    expect(assignmentsOf(model, nodesOf(model, assignments)!)).toEqual(assignments);
    const [first] = assignments;
    if (first === undefined) continue;
    const { nodeCount } = model.zones.find(({ name }) => name === first.zone)!;
    expect(nodesOf(model, [{ ...first, nodes: nodeCount + 1 }])).toBeNull();
    expect(nodesOf(model, [{ ...first, zone: 'elsewhere' }])).toBeNull();
    const [b] = [model.zones.findIndex(({ name }) => name === first.zone)];
    expect(nodesOf(model, [{ ...first, cores: [] }])![b]!.map(({ coreW }) => coreW)).toEqual(
      new Array(nodeCount).fill(0),
    );
  }
});

it('a node that a mixture gives one configuration as a whole keeps it, and only the others are open', () => {
  for (const seed of SEEDS) {
    const model = modelOf(seed);
    const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
    const used = nodes.map((zone) => zone.map((configuration, n) => ({ configuration, units: n === 0 ? 0.6 : 1 })));
    const { nodes: whole, open } = wholeShares(model, used);
    expect(open).toEqual(nodes.map((zone, b) => ({ zone: b, node: zone.length - 1 })));
    expect(whole.map((zone) => zone.slice(0, -1))).toEqual(nodes.map((zone) => zone.slice(1)));
  }
});

it('at the prices of a bound no configuration gains, and the best of nearly every zone loses nothing', () => {
  let zones = 0;
  let exact = 0;
  for (const seed of SEEDS) {
    const model = modelOf(seed);
    const draw = randomStream(seed, 'prices').uniform;
    const rows = initialCapRows(model, 8);
    const prices = {
      task: Float64Array.from(model.rewardPerTask, (reward) => draw(0, reward)),
      coupling: Float64Array.from(rows, () => draw(0, 0.1)),
    };
    const bound = lagrangianBound(model, oraclesOf(model), { rows, prices, side: commonSetPointColumn(model) });
    const lossOf = lossesOf(model, bound);
    for (const zone of model.zones.keys()) {
      const least = Math.min(...allConfigurations(model, zone).map((one) => lossOf(zone, one)));
      expect([seed, zone, least > -1e-9 * (1 + Math.abs(bound.value))]).toEqual([seed, zone, true]);
      if (least < 1e-9 * (1 + Math.abs(bound.value))) exact++;
      zones++;
    }
  }
  // Between the prices that are evaluated the bound is a chord, a little above the best configuration.
  expect(exact).toBeGreaterThan(0.8 * zones);
});

it('leaving out work that earns nothing puts no node on standby that must be on', () => {
  let leaner = 0;
  for (const seed of SEEDS) {
    const room = withMinimum(
      withSleep(tinyRandom(seed, { cracs: 1, groupNodes: [2, 5], mostPlans: Infinity }), seed),
      seed,
    );
    if (standbyFaults(room.instance.facility).length > 0) continue;
    const stated = withStandby(rewardRateModel(room.instance, room.matrix));
    if (minimumsOf(stated).length === 0) continue;
    const model = { ...stated, arrivalRatePerS: stated.arrivalRatePerS.map((rate) => rate / 20) };
    const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
    if (!keepsMinimumOn(model, nodes)) continue;
    const lean = withoutExcess(model, nodes);
    expect([seed, keepsMinimumOn(model, lean)]).toEqual([seed, true]);
    if (measure(model, lean).nodePowerW < measure(model, nodes).nodePowerW) leaner++;
  }
  expect(leaner).toBeGreaterThan(5);
});

it('a plan keeps the cooling capacities only if it keeps those of each room after a failure', () => {
  const counted = { kept: 0, broken: 0, after: 0 };
  for (const seed of SEEDS) {
    const { facility, failed } = survivingRoom(seed, 100);
    if (standbyFaults(facility.instance.facility).length > 0) continue;
    const stated = rewardRateModel(facility.instance, facility.matrix);
    if (stated.setPointMinC > stated.setPointMaxC) continue;
    const model = { ...stated, powerLimits: [] };
    const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
    const powersW = zonePowersW(model, nodes);
    const keeps = ({ coolingLimits, thermal }: RewardRateModel): boolean =>
      coolingLimits.every(
        ({ crac, capacityW }) =>
          thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * powersW[b]!, 0) <= capacityW * (1 + 1e-12),
      );
    const before = keeps(model);
    const after = failed.every(({ instance, matrix }) => keeps(rewardRateModel(instance, matrix)));
    expect([seed, measure(model, nodes).brokenLimit === null]).toEqual([seed, before && after]);
    counted[before && after ? 'kept' : 'broken']++;
    if (before && !after) counted.after++;
  }
  expect(Math.min(counted.kept, counted.after)).toBeGreaterThan(3);
});
