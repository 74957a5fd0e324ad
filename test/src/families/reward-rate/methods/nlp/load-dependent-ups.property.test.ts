import { describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { improvedFractions } from '../../../../../../src/families/reward-rate/methods/nlp/final-lp.js';
import { nlp } from '../../../../../../src/families/reward-rate/methods/nlp/nlp.js';
import { relaxation } from '../../../../../../src/families/reward-rate/methods/nlp/relaxation.js';
import { nodeClasses } from '../../../../../../src/families/reward-rate/methods/nlp/starts.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { sharedAir } from '../../../../../oracle/shared-air.js';
import { QuadraticUps } from '../../../../../support/quadratic-ups.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';

/** Idle power of the nodes, W. */
const IDLE_W = 70;
/** Node power at which the cap is just met, W: two and a half of the four cores of 16 W run. */
const CAPPED_W = IDLE_W + 40;
/** Cooling power by node power. */
const COOLING = 1 / 5;
/** Input power of the UPS, W, and its derivative. */
const inputW = (nodesW: number): number => nodesW + 5 + 0.02 * nodesW + (0.5 * nodesW ** 2) / 150;
const inputPerW = (nodesW: number): number => 1 + 0.02 + nodesW / 150;

/** Two nodes E, whose cores do a task worth 4 in 8 s for 16 W, and one without work behind a UPS with such losses. */
function model(): RewardRateModel {
  const { instance, matrix } = sharedAir(1);
  const [e, f] = instance.facility.nodeTypes;
  const task = { taskType: 'a', timeS: [8], corePowerW: [16], memoryIntensity: 0.001 };
  const room = {
    ...instance,
    facility: {
      ...instance.facility,
      nodeTypes: [
        { ...e!, pStateFrequenciesGHz: [2], tasks: [task] },
        { ...f!, tasks: [] },
      ],
      coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: 5 },
    },
    limits: { powerCapW: inputW(CAPPED_W) + COOLING * CAPPED_W, redLineC: 60 },
  };
  const compiled = rewardRateModel(room, matrix);
  return { ...compiled, budget: { ...compiled.budget, ups: new QuadraticUps(5, 0.02, 0.5, 150) } };
}

describe('nlp behind a UPS whose losses grow with the square of its load', () => {
  it('has a relaxation and a plan that use up the cap: tangents are renewed until they hold where nodes run', async () => {
    const { claimedRewardPerS, work } = await nlp({
      model: model(),
      engine: await loadHighs(),
      control: UNLIMITED,
      ...UNSEEDED,
    });
    const bestPerS = (2.5 / 8) * 4;
    // The tangent at idle power alone lets 43 W run instead of 40.
    expect(work['relaxationRewardPerS']).toBeCloseTo(bestPerS, 4);
    expect(claimedRewardPerS).toBeCloseTo(bestPerS, 4);
  });

  it('has a final LP whose cap is the tangent at the power of the plan that it improves', async () => {
    const of = model();
    const idleW = Float64Array.from(of.zones, (zone) => zone.idleW);
    const rows = { redLined: [], points: [idleW] };
    const classes = nodeClasses(of, 2).map((one) => ({
      ...one,
      shares: one.zone === 0 ? [{ task: 0, choice: 0, cores: 0.5 }] : [],
    }));
    const { unit } = relaxation(of, nodeClasses(of, 2), rows);
    const plan = { classes, setPointsC: [20] };
    const engine = await loadHighs();
    const found = improvedFractions({
      ...rows,
      model: of,
      plan,
      unit,
      engine,
      reach: 100,
      reachC: 0,
      neighbours: false,
    });
    const cores = found!.classes.flatMap(({ nodes, shares }) => shares.map((share) => nodes * share.cores));
    // One core runs at first.
    const atW = IDLE_W + 16;
    const leftW = inputW(CAPPED_W) + COOLING * CAPPED_W - inputW(atW) - COOLING * atW;
    const expectedW = atW + leftW / (inputPerW(atW) + COOLING);
    expect(IDLE_W + 16 * cores.reduce((sum, one) => sum + one, 0)).toBeCloseTo(expectedW, 6);
  });
});
