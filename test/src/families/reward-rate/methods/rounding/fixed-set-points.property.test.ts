import { expect, it } from 'vitest';
import { type RewardRateProblem, rewardRateProblem } from '../../../../../../models/problems/reward-rate/problem.js';
import { cracHeatW, zoneState } from '../../../../../../models/problems/reward-rate/set-points.js';
import type { CouplingRow } from '../../../../../../src/families/reward-rate/methods/master/coupling.js';
import { assignmentsOf } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { limitsAt } from '../../../../../../src/families/reward-rate/methods/rounding/fixed-set-points.js';
import {
  type NodeConfigurations,
  zonePowersW,
} from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { checked } from '../../../../../oracle/checked.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Distance from a limit, in its unit, that is rounding of sums in another order and the margins of the rows. */
const MARGIN = 1e-4;

/** Amount by which a plan passes a row: W for powers, C for red lines; negative where it keeps the row. */
function excessOf(problem: RewardRateProblem, nodes: NodeConfigurations, row: CouplingRow): number {
  const powersW = zonePowersW(problem, nodes);
  const used = row.zoneCoefficient.reduce(
    (sum, value, b) => sum + (value * (powersW[b]! - problem.zones[b]!.idleW)) / 1000,
    0,
  );
  return (used - row.rhs) / row.rhsPerLimit;
}

it('limits at set-points that stay are those of the checker: power, inlets, and whether a plan keeps them all', () => {
  let kept = 0;
  let broken = 0;
  for (let seed = 1; seed <= fuzzCount(200); seed++) {
    const facility = seed % 2 === 0 ? randomHalls(seed, 6, 3, 0.3) : tinyRandom(seed, { cracs: 2 });
    const problem = rewardRateProblem(facility.instance, facility.matrix);
    const draw = randomStream(seed, 'fixed-set-points').uniform;
    const nodes = randomNodes(problem, draw);
    const setPointsC = problem.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
    const theirs = checked(facility, setPointsC, assignmentsOf(problem, nodes));
    const heatW = cracHeatW(problem, zoneState(problem, zonePowersW(problem, nodes)), setPointsC);
    const limits = limitsAt(problem, setPointsC, heatW, problem.zones.keys());
    const { rows } = limits;
    const [cap, ...others] = rows;
    expect(Math.abs(excessOf(problem, nodes, cap!) - (theirs.power.totalW - problem.budget.powerCapW))).toBeLessThan(
      MARGIN,
    );
    for (const row of others.filter(({ constraint }) => constraint === 'redLine')) {
      const over = theirs.zoneInletC[row.zone]! - problem.redLineC;
      expect(Math.abs(excessOf(problem, nodes, row) - over)).toBeLessThan(1e-8);
    }
    const excess = Math.max(...rows.map((row) => excessOf(problem, nodes, row)));
    const { feasible, rewardPerS } = limits.judge(nodes, new Set());
    expect(rewardPerS).toBeCloseTo(theirs.rewardPerS, 9);
    if (excess < -MARGIN) {
      expect([seed, feasible, theirs.violations]).toEqual([seed, true, []]);
      kept++;
    } else if (excess > 2e-3) {
      expect([seed, feasible]).toEqual([seed, false]);
      expect([seed, theirs.violations.length > 0]).toEqual([seed, true]);
      broken++;
    }
  }
  expect(Math.min(kept, broken)).toBeGreaterThan(fuzzCount(200) / 10);
});

it('rows that a judgement adds exclude the plan that passed them', () => {
  let hot = 0;
  for (let seed = 1; seed <= fuzzCount(200); seed++) {
    const facility = randomHalls(seed, 6, 3, 0.3);
    const problem = rewardRateProblem(facility.instance, facility.matrix);
    const draw = randomStream(seed, 'fixed-set-points').uniform;
    const nodes = randomNodes(problem, draw);
    const setPointsC = problem.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
    const heatW = cracHeatW(problem, zoneState(problem, zonePowersW(problem, nodes)), setPointsC);
    const { more } = limitsAt(problem, setPointsC, heatW, []).judge(nodes, new Set());
    const { zoneInletC } = checked(facility, setPointsC, assignmentsOf(problem, nodes));
    const hottest = Math.max(...zoneInletC) - problem.redLineC;
    if (hottest < 1e-6) continue;
    hot++;
    expect(Math.max(...more.map((row) => excessOf(problem, nodes, row)))).toBeCloseTo(hottest, 8);
  }
  expect(hot).toBeGreaterThan(fuzzCount(200) / 10);
});
