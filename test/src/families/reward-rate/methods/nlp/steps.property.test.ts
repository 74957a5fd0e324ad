import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import {
  type DiscretePlan,
  judged,
  roundPStates,
  zonePowersW,
} from '../../../../../../src/families/reward-rate/methods/nlp/discrete-plan.js';
import { improvedFractions } from '../../../../../../src/families/reward-rate/methods/nlp/final-lp.js';
import { relaxation } from '../../../../../../src/families/reward-rate/methods/nlp/relaxation.js';
import { nodeClasses, startFromNodes } from '../../../../../../src/families/reward-rate/methods/nlp/starts.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

function programOf(seed: number) {
  const { instance, matrix } = tinyRandom(seed, { colocation: 'none', cracs: 1, groupNodes: [1, 4], mostPlans: 1e9 });
  const model = rewardRateModel(instance, matrix);
  const rows = { redLined: [...model.zones.keys()], points: [new Float64Array(model.zones.length)] };
  return { model, program: relaxation(model, nodeClasses(model, 8), rows) };
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

describe('steps of nlp', () => {
  it('a start from a plan runs as many cores on each task type in each zone as the plan does', () => {
    for (let seed = 1; seed <= fuzzCount(40, 40); seed++) {
      const { model, program } = programOf(seed);
      const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
      const x = startFromNodes(program, nodes);
      for (const zone of model.zones.keys()) {
        const blocks = program.blocks.filter((block) => block.zone === zone);
        for (const [k, { local }] of (blocks[0]?.model.tasks ?? []).entries()) {
          const started = sum(blocks.map(({ first, nodes: count }) => count * x[first + k]!));
          expect([seed, started]).toEqual([
            seed,
            expect.closeTo(sum(nodes[zone]!.map((one) => one.counts[local]!)), 9),
          ]);
        }
      }
    }
  });

  it('P-states rounded with power carried over never draw more than the relaxation, those always rounded up never less', () => {
    let lower = 0;
    for (let seed = 1; seed <= fuzzCount(60, 60); seed++) {
      const { model, program } = programOf(seed);
      const random = randomStream(seed, 'point');
      const x = Float64Array.from(program.upper, (upper, n) => random.uniform(program.lower[n], Math.min(upper, 50)));
      const relaxedW = sum(program.zonePowerW(x));
      const [carriedW, fasterW] = (['carried', 'faster'] as const).map((rule) =>
        sum(zonePowersW(model, roundPStates(model, program, x, rule))),
      );
      expect([seed, carriedW! <= relaxedW + 1e-6, fasterW! >= relaxedW - 1e-6]).toEqual([seed, true, true]);
      if (carriedW! < fasterW! - 1e-6) lower++;
    }
    expect(lower).toBeGreaterThan(10);
  });

  it('without co-location the final LP never loses reward of the plan that it starts from', async () => {
    const engine = await loadHighs();
    let gained = 0;
    for (let seed = 1; seed <= fuzzCount(60, 60); seed++) {
      const { model, program } = programOf(seed);
      if (idleConflict(model) !== null) continue;
      const random = randomStream(seed, 'shares');
      const classes = model.zones.map(({ nodeCount, type: index }, zone) => {
        const type = model.nodeTypes[index]!;
        const { tasks, cores } = type;
        const part = (): number => (random.uniform(0.1, 0.9) * cores) / tasks.length;
        return { zone, type, nodes: nodeCount, shares: tasks.map((_, task) => ({ task, choice: 0, cores: part() })) };
      });
      const start = judged(model, { classes, setPointsC: [model.setPointMinC] });
      if (start === null) continue;
      const request = { model, unit: program.unit, redLined: [...model.zones.keys()], points: [], engine, reachC: 0 };
      const improved = (plan: DiscretePlan) => improvedFractions({ ...request, plan, reach: 100, neighbours: false });
      const after = judged(model, improved(start.plan)!)!;
      expect([seed, after.rewardPerS >= start.rewardPerS * (1 - 1e-6)]).toEqual([seed, true]);
      if (after.rewardPerS > start.rewardPerS * (1 + 1e-3)) gained++;
    }
    expect(gained).toBeGreaterThan(10);
  });
});
