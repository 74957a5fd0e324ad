import { describe, expect, it } from 'vitest';
import { evaluateSetting } from '../../../../../models/families/templates/evaluate.js';
import { leastUtilisation, stateAt, stateCount } from '../../../../../models/families/templates/states.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import { templatesChecker } from '../../../../../src/families/templates/check/check-templates.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { randomTemplatesRoom } from '../../../../support/templates-room.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const ROOMS = fuzzCount(40, 40);
const SETTINGS = 60;

describe('least power of running cores', () => {
  it('is reached by running cores alone, and no setting that keeps the outlet limit takes less', () => {
    const seen = { kept: 0, tooHot: 0, limitedBySetPoint: 0 };
    for (let seed = 1; seed <= ROOMS; seed += 1) {
      const { instance, matrices, model } = randomTemplatesRoom(seed);
      const checker = templatesChecker(instance, matrices);
      if (!checker.ok) throw new Error('a room that cannot be judged');
      const { uniform, integer } = randomStream(seed, 'settings');
      const state = stateAt(instance.grid, integer(0, stateCount(instance.grid) - 1));
      const least = checker.check.leastPower(state.runningCores);
      const share = leastUtilisation(model, state);
      const running = model.blocks.map(({ quadrant }) => share[quadrant]!);
      const reached = evaluateSetting(model, state, { ...least, utilisation: running });
      expect(reached.powerW / least.powerW).toBeCloseTo(1, 10);
      if (least.excessC > 0) {
        seen.tooHot += 1;
        expect(reached.hottestOutletC - model.outletLimitC).toBeCloseTo(least.excessC, 8);
      } else if (least.setPointC < model.setPointMaxC) {
        expect(reached.hottestOutletC).toBeCloseTo(model.outletLimitC, 8);
      } else seen.limitedBySetPoint += 1;
      for (let k = 0; k < SETTINGS; k += 1) {
        const most = uniform() < 0.5 ? 0 : uniform();
        const setting = {
          vents: integer(0, matrices.length - 1),
          setPointC: uniform(model.setPointMinC, model.setPointMaxC),
          utilisation: running.map((u) => u + (1 - u) * most * uniform()),
        };
        const { powerW, hottestOutletC } = evaluateSetting(model, state, setting);
        if (hottestOutletC > model.outletLimitC) continue;
        seen.kept += 1;
        expect(least.excessC).toBeLessThanOrEqual(0);
        expect(powerW).toBeGreaterThanOrEqual(least.powerW * (1 - 1e-12));
      }
    }
    expect(Math.min(seen.tooHot, seen.limitedBySetPoint)).toBeGreaterThan(0);
    expect(seen.kept).toBeGreaterThan(200);
  });
});

describe('the ceiling of a state', () => {
  it('is exceeded neither by templates nor by what the solver proves, and met where no outlet stops anything', () => {
    let met = 0;
    let states = 0;
    for (let seed = 1; seed <= ROOMS; seed += 1) {
      const { instance, matrices, model } = randomTemplatesRoom(seed);
      const checker = templatesChecker(instance, matrices);
      if (!checker.ok) throw new Error('a room that cannot be judged');
      const solver = new TemplatesSolver(model);
      const { integer } = randomStream(seed, 'states');
      for (let k = 0; k < 5; k += 1) {
        const state = stateAt(instance.grid, integer(0, stateCount(instance.grid) - 1));
        const template = solver.solveState(state);
        if (template.status === 'infeasible') continue;
        const { ceilingTasksPerJ } = checker.check.judge(template).figures!;
        states += 1;
        expect(template.tasksPerJ).toBeLessThanOrEqual(ceilingTasksPerJ * (1 + 1e-9));
        if (!isFreeOfHeat(template, model.setPointMaxC)) continue;
        met += 1;
        expect(ceilingTasksPerJ / template.tasksPerJ, `seed ${seed}`).toBeLessThan(1 + 3e-8);
      }
    }
    expect(states).toBeGreaterThan(60);
    expect(met).toBeGreaterThan(5);
  });
});

/** At the warmest set-point there is, so that heat costs nothing. */
function isFreeOfHeat({ setPointC }: Template, setPointMaxC: number): boolean {
  return setPointC === setPointMaxC;
}
