import { expect, test } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import {
  nodesOffOf,
  offGroups,
  withNodesOff,
} from '../../../../../../src/families/reward-rate/runs/explain/off-nodes.js';
import { nodeFixes } from '../../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { isKeptByIdling, type Room } from '../../../../../../src/families/reward-rate/runs/explain/trial.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const engine = await loadLpEngine('highs');

test('with several CRACs nodes that fixes switch off let the checker accept idling, and none of the limits is kept without them', () => {
  let fixes = 0;
  for (let seed = 1; seed <= fuzzCount(60); seed++) {
    const { instance, matrix } = tinyRandom(seed, { cracs: 2, mostPlans: 500 });
    const idleW = instance.facility.nodeGroups.reduce((sum, { nodeType, count }) => {
      return sum + count * instance.facility.nodeTypes.find(({ name }) => name === nodeType)!.idlePowerW;
    }, 0);
    const limits = { ...instance.limits, powerCapW: (instance.facility.otherLoadW ?? 0) + 0.9 * idleW };
    const broken = { ...instance, limits };
    const room: Room = { instance: broken, matrix, model: rewardRateModel(broken, matrix) };
    if (idleConflict(withStandby(room.model)) === null) continue;
    const model = withStandby(room.model);
    const nodeTypes = nodesOffOf(broken).map(({ where }) => where);
    for (const { changes, nodesOff, proven, message } of nodeFixes(room, engine, nodeTypes)) {
      fixes++;
      const groups = offGroups(broken);
      const off = new Map(
        nodesOff!.map(({ rack, nodeType, nodes }) => {
          return [groups.find((one) => one.rack === rack && one.nodeType === nodeType)!.index, nodes];
        }),
      );
      expect([seed, proven, isKeptByIdling(room, withNodesOff(broken, off))]).toEqual([seed, false, true]);
      expect(isKeptByIdling(room, broken)).toBe(false);
      const [{ from, to }] = changes as [(typeof changes)[number]];
      expect(to - from).toBe([...off.values()].reduce((sum, nodes) => sum + nodes, 0));
      expect(message).toContain('whether fewer would do is open');
      // Those of the first rack warm the hottest inlet most.
      const [first] = nodesOff as [NonNullable<typeof nodesOff>[number]];
      const riseC = model.thermal.inletRiseC(
        Float64Array.from(model.zones, ({ nodeCount, type }) => nodeCount * model.nodeTypes[type]!.idleW),
      );
      const row = model.thermal.inletRow(riseC.indexOf(Math.max(...riseC)));
      const weightOf = (rack: string): number =>
        Math.max(
          ...matrix.zones.flatMap((zone, b) =>
            zone.rack === rack && zone.nodeType === first.nodeType ? [row[b]!] : [],
          ),
        );
      const weights = groups.filter(({ nodeType }) => nodeType === first.nodeType).map(({ rack }) => weightOf(rack));
      expect([seed, weightOf(first.rack)]).toEqual([seed, Math.max(...weights)]);
      // The last rack's last node is needed in this order.
      const last = [...off.keys()].at(-1)!;
      const fewer = new Map(
        [...off].flatMap(([index, nodes]) => {
          const left = index === last ? nodes - 1 : nodes;
          return left > 0 ? [[index, left] as const] : [];
        }),
      );
      expect([seed, isKeptByIdling(room, withNodesOff(broken, fewer))]).toEqual([seed, false]);
    }
  }
  expect(fixes).toBeGreaterThan(0);
});
