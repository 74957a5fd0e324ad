import type { TemplateBook } from '../../../../../models/families/templates/online.js';
import { hasStandby } from '../../../../../models/families/templates/standby.js';
import type { TemplatesModel, TemplateState } from '../../../../../models/families/templates/model.js';
import { statesOf } from '../../../../../models/families/templates/states.js';
import type { Template, TemplateBinding } from '../../../../../models/families/templates/template.js';
import type { CheckTemplates } from '../../check/check-templates.js';
import type { Feasibility, InfeasibleAt, RunningVector } from './record.js';

interface Entry {
  readonly state: TemplateState;
  readonly template: Template;
}

/**
 * Returns the numbers of feasible and infeasible states of the grid, as the templates state them. Also returns the
 * setting of least power for each combination of running cores (one number per quadrant), as the independent checker
 * computes it.
 */
export function feasibilityOf(
  model: TemplatesModel,
  book: TemplateBook,
  check: CheckTemplates,
): { readonly feasibility: Feasibility; readonly vectors: readonly RunningVector[] } {
  const { grid } = model.instance;
  const mayBeOff = hasStandby(model);
  const entries = statesOf(grid).map((state): Entry => ({ state, template: book.template(state.index) }));
  const byBinding = new Map<TemplateBinding, number>();
  for (const { template } of entries) byBinding.set(template.binding, (byBinding.get(template.binding) ?? 0) + 1);
  const vectors = runningVectors(grid.runningCores).map((runningCores): RunningVector => {
    const { powerW, vents, setPointC, excessC } = check.leastPower(runningCores, mayBeOff);
    const enoughW = excessC > 0 ? null : (grid.powerLimitW.find((limitW) => limitW >= powerW) ?? null);
    return { runningCores, leastPowerW: powerW, vents, setPointC, excessC, enoughW };
  });
  const powers = vectors.filter(({ excessC }) => excessC <= 0).map(({ leastPowerW }) => leastPowerW);
  powers.sort((a, b) => a - b);
  return {
    feasibility: {
      states: entries.length,
      infeasible: entries.filter(isInfeasible).length,
      byBinding: [...byBinding].map(([binding, states]) => ({ binding, states })).sort((a, b) => b.states - a.states),
      byPowerLimit: along(entries, grid.powerLimitW, ({ powerLimitW }) => powerLimitW),
      byArrivingWork: along(entries, grid.arrivingWorkPerS, ({ arrivingWorkPerS }) => arrivingWorkPerS),
      byRunningCores: model.quadrants.map(({ name }, q) => ({
        quadrant: name,
        values: along(entries, grid.runningCores[q]!, ({ runningCores }) => runningCores[q]!),
      })),
      vectors: vectors.length,
      tooHotVectors: vectors.length - powers.length,
      leastPowerW:
        powers.length === 0
          ? null
          : { least: powers[0]!, median: powers[Math.ceil(powers.length / 2) - 1]!, largest: powers.at(-1)! },
    },
    vectors,
  };
}

function isInfeasible({ template }: Entry): boolean {
  return template.status === 'infeasible';
}

function along(
  entries: readonly Entry[],
  values: readonly number[],
  of: (state: TemplateState) => number,
): InfeasibleAt[] {
  return values.map((value) => {
    const own = entries.filter(({ state }) => of(state) === value);
    const count = (binding: TemplateBinding): number =>
      own.filter(({ template }) => template.binding === binding).length;
    return {
      value,
      states: own.length,
      infeasiblePower: count('infeasible-power'),
      infeasibleOutlet: count('infeasible-outlet'),
    };
  });
}

/** Returns all combinations of running cores, with one number per quadrant; the last quadrant varies fastest. */
function runningVectors(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>(
    (found, list) => found.flatMap((head) => list.map((value) => [...head, value])),
    [[]],
  );
}
