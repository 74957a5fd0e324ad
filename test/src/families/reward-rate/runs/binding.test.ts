import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import { bindingConstraints } from '../../../../../src/families/reward-rate/runs/binding.js';
import { smallInstance } from '../../../../support/small-instance.js';

const instance = smallInstance();
const { redLineC } = instance.limits;
const zones = ['warm', 'cool'].map((name) => ({ name, rack: name }));
const matrix = { zones, cracNames: [] } as unknown as InfluenceMatrix;

/** Two zones, the warm one so far below the red line; so much of the cap is drawn. */
function binding(belowC: number, share: number): string[] {
  const evaluation = {
    rewardPerS: 1,
    ratePerS: [0, 0],
    zoneNodePowerW: [1, 1],
    cracHeatW: [],
    zoneInletC: [redLineC - belowC, redLineC - 5],
    power: { totalW: 1000 * share, capW: 1000 },
  } as unknown as PlanEvaluation;
  const limits = { ...instance.limits, powerCapW: 1000 };
  const bare = { ...instance, limits, facility: { ...instance.facility, cracs: [] } };
  return bindingConstraints(bare, matrix, evaluation, null).map(({ constraint, where }) => `${constraint} ${where}`);
}

describe('limits a plan meets', () => {
  it('bind within a thousandth of a degree and of the cap, and no farther', () => {
    expect(binding(0.0009, 0.5)).toEqual(['redLine ', 'redLine warm']);
    expect(binding(0.0011, 0.5)).toEqual([]);
    expect(binding(5, 0.9991)).toEqual(['powerCap ']);
    expect(binding(5, 0.9989)).toEqual([]);
  });
});
