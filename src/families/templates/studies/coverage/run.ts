import type { TemplateBook } from '../../../../../models/families/templates/online.js';
import type { TemplatesModel, TemplateState } from '../../../../../models/families/templates/model.js';
import { nearestState, stateAt } from '../../../../../models/families/templates/states.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import { binomialShare } from '../../../../experiments/binomial.js';
import { meanInterval } from '../../../../experiments/statistics.js';
import { TemplatesSolver } from '../../methods/solve-templates.js';
import { randomStream } from '../../../../random/stream.js';
import { type Applied, applied, type Reached } from './applied.js';
import { drawnState, gridAxes, type GridAxis, halvedValue } from './axes.js';
import { distributionOf } from './distribution.js';
import type { AxisRefinement, Broken, CoverageSample, Outcomes, Regret, Sampling } from './record.js';

export interface SamplingRequest {
  readonly model: TemplatesModel;
  readonly book: TemplateBook;
  readonly samples: number;
  readonly seed: number;
  /** Called after each sample with the number of samples done; returning true ends the study. */
  readonly pause: (done: number) => Promise<boolean>;
}

export interface SamplingAnswer {
  readonly sampling: Sampling;
  readonly refinement: readonly AxisRefinement[];
  readonly samples: readonly CoverageSample[];
}

interface Judged {
  readonly sample: CoverageSample;
  readonly now: Applied;
  /**
   * For each axis, work and power if the step of the axis is halved; null for an axis of one value. Empty if the
   * sampled state is infeasible.
   */
  readonly halved: readonly (Applied | null)[];
  /**
   * For each axis, work and power if the state is not rounded on the axis; null for an axis of one value. Empty if the
   * sampled state is infeasible.
   */
  readonly exact: readonly (Applied | null)[];
}

/**
 * Draws random states and compares the template of the nearest state of the grid with the optimal setting. The
 * comparison is repeated for each axis, with half its step and without rounding on it. A larger sample starts with the
 * states of a smaller one of equal seed.
 */
export async function sampleCoverage(request: SamplingRequest): Promise<SamplingAnswer> {
  const { model, samples, seed, pause } = request;
  const axes = gridAxes(model);
  const stream = randomStream(seed, 'templates coverage');
  const solver = new TemplatesSolver(model);
  const judged: Judged[] = [];
  for (let k = 0; k < samples; k += 1) {
    judged.push(judge(request, solver, axes, drawnState(axes, stream)));
    if (await pause(judged.length)) break;
  }
  return {
    sampling: samplingOf(axes, judged),
    refinement: refinementOf(axes, judged),
    samples: judged.map(({ sample }) => sample),
  };
}

function judge(
  { model, book }: SamplingRequest,
  solver: TemplatesSolver,
  axes: readonly GridAxis[],
  state: TemplateState,
): Judged {
  const { grid } = model.instance;
  const nearestIndex = nearestState(grid, state);
  const nearest = stateAt(grid, nearestIndex);
  const template = book.template(nearestIndex);
  // Many settings are equally good: which one is found must not depend on earlier samples.
  const solved = (one: TemplateState): Template => {
    solver.forget();
    return solver.solveState(one);
  };
  const best = solved(state);
  const trueFeasible = best.status === 'optimal';
  const now = applied(model, state, template);
  const withAxis = (axis: GridAxis, value: number | null): Applied | null =>
    value === null ? null : applied(model, state, solved(axis.put(nearest, value)));
  const [halved, exact] = trueFeasible
    ? [
        axes.map((axis) => withAxis(axis, halvedValue(axis, axis.of(nearest), axis.of(state)))),
        axes.map((axis) => (axis.values.length === 1 ? null : withAxis(axis, axis.of(state)))),
      ]
    : [[], []];
  const { arrivingWorkPerS, runningCores, powerLimitW } = state;
  return {
    now,
    halved,
    exact,
    sample: {
      arrivingWorkPerS,
      runningCores,
      powerLimitW,
      nearestState: nearestIndex,
      templateFeasible: template.status === 'optimal',
      trueFeasible,
      bestTasksPerJ: trueFeasible ? best.tasksPerJ : 0,
      bestWorkPerS: trueFeasible ? best.workPerS : 0,
      asSetTasksPerJ: now.asSet.tasksPerJ,
      asSetWorkPerS: now.asSet.workPerS,
      excessW: now.asSet.excessW,
      excessK: now.asSet.excessK,
      keptTasksPerJ: now.kept.tasksPerJ,
      keptWorkPerS: now.kept.workPerS,
      keeps: now.keeps,
    },
  };
}

function samplingOf(axes: readonly GridAxis[], judged: readonly Judged[]): Sampling {
  const ranges = axes.map(({ low, high }) => ({ low, high }));
  const all = judged.map(({ sample }) => sample);
  const none = all.length === 0;
  return {
    samples: all.length,
    ranges: { arrivingWorkPerS: ranges[0]!, runningCores: ranges.slice(1, -1), powerLimitW: ranges.at(-1)! },
    outcomes: none ? null : outcomesOf(all),
    asSet: none
      ? null
      : { power: brokenOf(all.map(({ excessW }) => excessW)), outlet: brokenOf(all.map(({ excessK }) => excessK)) },
    regret: regretOf(judged.filter(({ sample }) => sample.trueFeasible)),
  };
}

function outcomesOf(samples: readonly CoverageSample[]): Outcomes {
  const share = (trueState: boolean, template: boolean): Outcomes['neither'] =>
    binomialShare(
      samples.filter((one) => one.trueFeasible === trueState && one.templateFeasible === template).length,
      samples.length,
    );
  return {
    bothFeasible: share(true, true),
    onlyTrueState: share(true, false),
    onlyTemplate: share(false, true),
    neither: share(false, false),
  };
}

function brokenOf(excess: readonly number[]): Broken {
  const broken = excess.filter((one) => one > 0);
  return {
    share: binomialShare(broken.length, excess.length),
    excess: broken.length === 0 ? null : distributionOf(broken),
  };
}

function regretOf(judged: readonly Judged[]): Regret | null {
  if (judged.length === 0) return null;
  const of = (reached: (one: Applied) => Reached): Regret['kept'] => ({
    tasksPerJ: distributionOf(judged.map(({ sample, now }) => lossOf(sample, reached(now)))),
    workPerS: distributionOf(judged.map(({ sample, now }) => sample.bestWorkPerS - reached(now).workPerS)),
  });
  return {
    asSet: of(({ asSet }) => asSet),
    kept: of(({ kept }) => kept),
    broken: brokenShareOf(judged.map(({ now }) => now)),
    notKept: binomialShare(judged.filter(({ now }) => !now.keeps).length, judged.length),
  };
}

/** Returns the relative loss of work per energy, 1 - reached / best; 0 if no work is possible. */
function lossOf({ bestTasksPerJ }: CoverageSample, { tasksPerJ }: Reached): number {
  return bestTasksPerJ > 0 ? 1 - tasksPerJ / bestTasksPerJ : 0;
}

function refinementOf(axes: readonly GridAxis[], judged: readonly Judged[]): AxisRefinement[] {
  const feasible = judged.filter(({ sample }) => sample.trueFeasible);
  if (feasible.length === 0) return [];
  const lossesOf = (of: (one: Judged) => Applied): number[] => feasible.map((one) => lossOf(one.sample, of(one).kept));
  const now = lossesOf((one) => one.now);
  const gain = (losses: readonly number[]): AxisRefinement['gainHalved'] =>
    meanInterval(now.map((loss, n) => loss - losses[n]!));
  return axes
    .flatMap(({ name, values }, k): AxisRefinement[] => {
      if (values.length === 1) return [];
      const halved = lossesOf((one) => one.halved[k]!);
      const exact = lossesOf((one) => one.exact[k]!);
      return [
        {
          axis: name,
          values: values.length,
          halved: meanInterval(halved).mean,
          exact: meanInterval(exact).mean,
          gainHalved: gain(halved),
          gainExact: gain(exact),
          brokenHalved: brokenShareOf(feasible.map((one) => one.halved[k]!)).probability,
        },
      ];
    })
    .sort((a, b) => b.gainHalved.mean - a.gainHalved.mean);
}

/** Returns the fraction of samples in which the unchanged template violates a limit. */
function brokenShareOf(found: readonly Applied[]): Regret['broken'] {
  return binomialShare(found.filter(({ asSet }) => asSet.excessW > 0 || asSet.excessK > 0).length, found.length);
}
