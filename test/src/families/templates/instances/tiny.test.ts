import { describe, expect, it } from 'vitest';
import { evaluateSetting } from '../../../../../models/families/templates/evaluate.js';
import type { TemplatesModel, TemplateState } from '../../../../../models/families/templates/model.js';
import { statesOf } from '../../../../../models/families/templates/states.js';
import { openTemplates } from '../../../../../src/families/templates/instances/open.js';

/** Steps of utilisation among which every optimum lies, and the set-points worth trying. */
const TRIED = [
  { name: 'tiny-one-quadrant', steps: 60, setPointsC: [20, 22, 25] },
  {
    name: 'tiny-set-point',
    steps: 140,
    setPointsC: Array.from({ length: 126 }, (_, k) => Number((23.75 + k / 100).toFixed(2))),
  },
  { name: 'tiny-two-quadrants', steps: 28, setPointsC: [24.9, 25] },
] as const;

/** Best feasible quotient by trying every utilisation of every block in equal steps; null when nothing is feasible. */
function bruteForce(
  model: TemplatesModel,
  state: TemplateState,
  vents: number,
  steps: number,
  setPointsC: readonly number[],
): number | null {
  const blocks = model.blocks.length;
  let best: number | null = null;
  for (let n = 0; n < (steps + 1) ** blocks; n++) {
    const utilisation = model.blocks.map((_, b) => (Math.floor(n / (steps + 1) ** b) % (steps + 1)) / steps);
    for (const setPointC of setPointsC) {
      const { tasksPerJ, violations } = evaluateSetting(model, state, { vents, setPointC, utilisation });
      if (violations.length === 0 && (best === null || tasksPerJ > best)) best = tasksPerJ;
    }
  }
  return best;
}

describe('optima by hand', () => {
  it.each(TRIED)('$name: no setting on a grid that holds the optimum is better', ({ name, steps, setPointsC }) => {
    const opened = openTemplates(`instances/templates/${name}.json`);
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    const { model, instance } = opened;
    const known = instance.knownOptimum!.states;
    const states = statesOf(instance.grid);
    expect(known.map(({ state }) => state)).toEqual(states.map(({ index }) => index));
    for (const state of states) {
      const vents = state.index % model.ventOpenings.length;
      const found = bruteForce(model, state, vents, steps, setPointsC);
      const { tasksPerJ } = known[state.index]!;
      if (tasksPerJ === null) expect([state.index, found]).toEqual([state.index, null]);
      else expect(Math.abs(found! / tasksPerJ - 1)).toBeLessThan(1e-9);
    }
  });

  it('vents change nothing where all air is mixed', () => {
    const opened = openTemplates('instances/templates/tiny-two-quadrants.json');
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    const [first, ...others] = opened.model.outletRiseKPerW;
    expect(others).toHaveLength(3);
    for (const other of others) {
      for (const [k, value] of other.entries()) expect(value).toBeCloseTo(first![k]!, 12);
    }
    // P / 1000 F for all, P_b / 1000 A_b for the own rack: F = 3, A = 1 and 0.5.
    const expected = [1 / 3000 + 1 / 1000, 1 / 3000, 1 / 3000, 1 / 3000 + 1 / 500];
    for (const [k, value] of expected.entries()) expect(first![k]).toBeCloseTo(value, 12);
  });
});
