import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../../../../models/facility/configuration.js';
import {
  type PlanConstraint,
  type PlanView,
  planView,
} from '../../../../../../models/families/reward-rate/plan-constraint.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { neighbour } from '../../../../../../src/families/reward-rate/methods/config-ls/moves.js';
import { better } from '../../../../../../src/families/reward-rate/methods/config-ls/local-search.js';
import { searchState } from '../../../../../../src/families/reward-rate/methods/config-ls/search-state.js';
import type { NodeChange } from '../../../../../../src/families/reward-rate/methods/greedy.js';
import { emptyNodes, measure } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { assignmentsOf } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { keepsMinimumOn, minimumsOf, nodesOn } from '../../../../../../models/families/reward-rate/minimum-on.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Busy cores, weighted by where they are: another number for every other plan, more or less. */
const WEIGHTED: PlanConstraint = {
  name: 'weighted',
  unit: 'cores',
  violation: ({ zones }) =>
    zones.reduce(
      (sum, { nodes }, z) =>
        sum + nodes.reduce((part, { cores }) => part + (z + 1) * cores.reduce((n, core) => n + core.cores, 0), 0),
      -1,
    ),
};

describe('search state', () => {
  it('agrees with the plan worked out from scratch after any changes, looked at or made', () => {
    let short = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (seed) => {
        const { instance, matrix } =
          seed % 2 === 0 ? tinyRandom(seed) : withMinimum(withSleep(tinyRandom(seed), seed), seed);
        const model = withStandby(rewardRateModel(instance, matrix));
        const random = randomStream(seed, 'search state');
        const state = searchState(model, randomNodes(model, random.uniform), [WEIGHTED]);
        for (let step = 0; step < 12; step++) {
          const target = step % 2 === 1 ? emptyNodes(model) : randomNodes(model, random.uniform);
          const changes = distinctChanges(target, random.integer(1, 8), random.integer);
          const before = state.standing;
          const looked = state.ifChanged(changes);
          expect(state.standing).toBe(before);
          if (step % 3 === 0) continue;
          state.change(changes);
          expect(state.standing.rewardPerS).toBeCloseTo(looked.rewardPerS, 9);
          state.verify();
          // So few zones that the temperatures of all are followed.
          for (const [n, amount] of looked.broken.entries()) {
            if (Number.isFinite(amount)) expect(state.standing.broken[n]).toBeCloseTo(amount, 7);
          }
          const plain = measure(model, state.nodes);
          expect(state.standing.rewardPerS).toBeCloseTo(plain.rewardPerS, 9);
          const missed = Math.max(0, plain.coldestC - plain.warmestC);
          if (Number.isFinite(missed)) expect(state.standing.broken[0]).toBeCloseTo(missed, 7);
          if (plain.brokenLimit === null) {
            // Kilowatts that the nodes that must be on would draw.
            const on = nodesOn(model, state.nodes);
            const shortKW = minimumsOf(model).reduce((sum, { zones, nodes: least }, h) => {
              const { wakeW = 0 } = model.nodeTypes[model.zones[zones[0]!]!.type]!;
              return sum + (Math.max(0, least - on[h]!) * wakeW) / 1000;
            }, 0);
            expect(state.standing.broken[1]).toBeCloseTo(shortKW, 9);
            if (shortKW > 0) short++;
          }
          expect(state.standing.broken[1]! > 0).toBe(plain.brokenLimit !== null || !keepsMinimumOn(model, state.nodes));
          const violation = WEIGHTED.violation(planView(matrix, assignmentsOf(model, state.nodes)));
          expect(state.standing.broken.slice(2)).toEqual([Math.max(0, violation)]);
        }
      }),
      { seed: 33, numRuns: fuzzCount(60, 60) },
    );
    expect(short).toBeGreaterThan(0);
  });

  it('shows constraints the plan that it becomes: the same nodes in the same order, read-only', () => {
    let apart = 0;
    for (let seed = 1; seed <= fuzzCount(40, 40); seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const model = rewardRateModel(instance, matrix);
      const random = randomStream(seed, 'views');
      let shown: PlanView | null = null;
      const watcher: PlanConstraint = { name: 'w', unit: 'u', violation: (view) => ((shown = view), 0) };
      const state = searchState(model, randomNodes(model, random.uniform), [watcher]);
      for (let step = 0; step < 12; step++) {
        const zone = random.integer(0, model.zones.length - 1);
        const node = random.integer(0, model.zones[zone]!.nodeCount - 1);
        const after = neighbour(model, state.nodes[zone]![node]!, random);
        state.ifChanged([{ zone, node, after: randomNodes(model, random.uniform)[zone]![node]! }]);
        state.change([{ zone, node, after }]);
        expect(shown).toEqual(planView(matrix, assignmentsOf(model, state.nodes)));
        if (state.nodes[0]![0]!.coreW === 0 && state.nodes[0]!.some(({ coreW }) => coreW > 0)) apart++;
      }
      const frozen = shown! as unknown as { zones: { nodes: { cores: unknown[] }[]; name: string }[] };
      for (const write of [
        () => frozen.zones.pop(),
        () => (frozen.zones[0]!.name = 'x'),
        () => frozen.zones[0]!.nodes.pop(),
        () => frozen.zones[0]!.nodes[0]!.cores.push(0),
      ]) {
        expect(write).toThrow(TypeError);
      }
    }
    expect(apart).toBeGreaterThan(3);
  });

  it('nodes that differ only in the P-state of a task type they do not run are one line of the plan', () => {
    const { instance, matrix } = tinyRandom(11);
    const model = rewardRateModel(instance, matrix);
    const nodes = randomNodes(model, randomStream(1, 'alike').uniform);
    const busy = nodes.map((zone) =>
      zone.map((node) => ({
        ...node,
        coreW: 1,
        counts: node.counts.map((_, k) => (k === 0 ? 1 : 0)),
        choices: node.choices.map(() => 0),
      })),
    );
    const other = busy.map((zone) =>
      zone.map((node) => ({ ...node, choices: node.choices.map((_, k) => (k === 0 ? 0 : 7)) })),
    );
    const mixed = busy.map((zone, b) => [...zone, ...other[b]!]);
    expect(assignmentsOf(model, mixed)).toHaveLength(model.zones.length);
  });

  it('every neighbour is a configuration of the node: no core too many, rates and power of Eq. 21', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const model = rewardRateModel(instance, matrix);
      const random = randomStream(seed, 'neighbour');
      let current: Configuration = randomNodes(model, random.uniform)[0]![0]!;
      const type = model.nodeTypes[current.type]!;
      for (let step = 0; step < 40; step++) {
        current = neighbour(model, current, random);
        const cores = current.counts.reduce((sum, count) => sum + count, 0);
        expect(cores).toBeLessThanOrEqual(type.cores);
        const watts = type.tasks.reduce(
          (sum, task, k) => sum + current.counts[k]! * (task.powerW[current.choices[k]!] ?? NaN),
          0,
        );
        expect(current.coreW).toBeCloseTo(watts, 9);
      }
    }
  });
});

describe('which plan is better', () => {
  const plan = (rewardPerS: number, windowC: number, own: number[]) => ({ rewardPerS, broken: [windowC, 0, ...own] });

  it('keeping every limit beats any reward; then reward; among broken ones fewer, then smaller', () => {
    expect(better(plan(1, 0, [0]), plan(9, 1e-9, [0]))).toBe(true);
    expect(better(plan(2, 0, [0]), plan(1, 0, [0]))).toBe(true);
    expect(better(plan(1, 0, [0]), plan(1, 0, [0]))).toBe(false);
    expect(better(plan(1, 0, [5]), plan(9, 1, [1]))).toBe(true);
    expect(better(plan(1, 0, [4]), plan(9, 0, [5]))).toBe(true);
  });
});

function distinctChanges(
  target: readonly (readonly Configuration[])[],
  count: number,
  integer: (low: number, high: number) => number,
): NodeChange[] {
  const changes = new Map<string, NodeChange>();
  for (let n = 0; n < count; n++) {
    const zone = integer(0, target.length - 1);
    const node = integer(0, target[zone]!.length - 1);
    changes.set(`${zone}/${node}`, { zone, node, after: target[zone]![node]! });
  }
  return [...changes.values()];
}
