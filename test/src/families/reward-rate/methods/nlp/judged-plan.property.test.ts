import { describe, expect, it } from 'vitest';
import type { CompiledNodeType } from '../../../../../../models/facility/compiled.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import {
  assignmentsOfPlan,
  type DiscretePlan,
  judged,
} from '../../../../../../src/families/reward-rate/methods/nlp/discrete-plan.js';
import {
  layOverCores,
  type Share,
  timeSlicedRates,
} from '../../../../../../src/families/reward-rate/methods/node-shares.js';
import { checked } from '../../../../../oracle/checked.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { draftSetPoints } from '../../../../../../src/families/reward-rate/methods/nlp/nlp.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('a rounded plan, judged', () => {
  it('becomes the largest share that keeps every limit: it is feasible, and a little more is not', () => {
    let scaledDown = 0;
    let below = 0;
    for (let seed = 1; seed <= fuzzCount(80, 40); seed++) {
      const facility = tinyRandom(seed, { cracs: 1, colocation: 'none' });
      const model = rewardRateModel(facility.instance, facility.matrix);
      if (idleConflict(model) !== null) continue;
      const full: DiscretePlan = {
        classes: model.zones.map(({ nodeCount, type: index }, zone) => {
          const type = model.nodeTypes[index]!;
          const { tasks, cores } = type;
          return { zone, type, nodes: nodeCount, shares: tasks.length === 0 ? [] : [{ task: 0, choice: 0, cores }] };
        }),
        setPointsC: [model.setPointMinC],
      };
      const { plan, rewardPerS } = judged(model, full)!;
      const violationsOf = (more: number): readonly unknown[] => {
        const classes = plan.classes.map((of, c) => ({
          ...of,
          shares: of.shares.map((one, n) => ({ ...one, cores: one.cores + more * full.classes[c]!.shares[n]!.cores })),
        }));
        const { setPointsC } = plan;
        return checked(facility, draftSetPoints(model, setPointsC), assignmentsOfPlan(model, { classes, setPointsC }))
          .violations;
      };
      expect([seed, violationsOf(0)]).toEqual([seed, []]);
      const [of, left] = [full, plan].map(({ classes }) => classes.flatMap(({ shares }) => shares)[0]?.cores);
      const share = of === undefined ? 1 : left! / of;
      if (share > 0.99) continue;
      scaledDown++;
      if (share < 0.6 && rewardPerS > 0) below++;
      // At the plan's own set-points more power breaks the red line or, as they are the warmest, the cap.
      expect([seed, violationsOf(0.005).length > 0]).toEqual([seed, true]);
    }
    expect(scaledDown).toBeGreaterThan(20);
    expect(below).toBeGreaterThan(10);
  });
});

describe('busy time laid over cores', () => {
  const type = (tasks: number, cores: number): CompiledNodeType =>
    ({
      cores,
      colocation: 'anchored',
      tasks: Array.from({ length: tasks }, (_, task) => ({
        task,
        memoryIntensity: 0.001 * task,
        coefficients: { perNeighbourS: 0.1, perAverageIntensityS: 1 },
        pStates: [0],
        timeS: [5 + task],
        powerW: [10 + task],
        frequencyGHz: [2],
      })),
    }) as unknown as CompiledNodeType;
  const busyOf = (node: CompiledNodeType, shares: readonly { task: number; cores: number }[]) => ({
    cores: shares.reduce((sum, { cores }) => sum + cores, 0),
    powerW: shares.reduce((sum, { task, cores }) => sum + cores * node.tasks[task]!.powerW[0]!, 0),
  });

  it.each([
    ['packs parts of cores behind whole ones', 12, 16, 1.3],
    ['gives up small parts where there are more task types than cores', 40, 16, 0.39],
    ['gives up small parts of whole cores', 30, 40, 1.32],
  ])('is always rated, and never draws more: %s', (_, tasks, cores, each) => {
    const node = type(tasks, cores);
    const shares = node.tasks.map((__, task): Share => ({ task, choice: 0, cores: each + 0.0004 * task }));
    const laid = layOverCores(node, shares);
    const [asked, done] = [busyOf(node, shares), busyOf(node, laid.flat())];
    expect(laid.length).toBeLessThanOrEqual(cores);
    for (const core of laid) expect(core.reduce((sum, { cores: part }) => sum + part, 0)).toBeLessThan(1 + 1e-9);
    expect(done.powerW).toBeLessThanOrEqual(asked.powerW * (1 + 1e-12));
    expect(done.cores).toBeGreaterThan(0.7 * asked.cores);
    expect(timeSlicedRates(node, laid, tasks)!.reduce((sum, rate) => sum + rate, 0)).toBeGreaterThan(0);
  });
});
