import type { RobustGoal } from '../../../../models/families/robust/plan.js';
import type {
  AnalyticFigures,
  BracketedShare,
  ComparedShare,
  CoreName,
  LawRecord,
  MeanBesideAnalytic,
} from '../studies/simulation/record.js';
import { countOf, oneLine } from '../../../reports/format.js';
import { energyText } from './wording.js';

/** Result of `plenum simulate --json` for a robust instance. Its fields are documented in docs/robust/results.md. */
export interface RobustSimulationAnswer {
  readonly instance: string;
  readonly family: 'robust';
  readonly seed: number;
  readonly samples: number;
  readonly confidence: number;
  readonly termination: 'finished' | 'interrupted';
  readonly plans: readonly SimulatedRobustPlan[];
  readonly warnings: readonly string[];
}

export interface SimulatedRobustPlan {
  readonly name: string;
  readonly method: string;
  readonly problem: RobustGoal;
  readonly feasible: boolean;
  readonly analytic: AnalyticFigures;
  readonly laws: readonly LawRecord[];
  readonly warnings: readonly string[];
}

/**
 * The summary does not mention the difference between analytic and sampled standard deviation if it is at most this
 * fraction.
 */
const SAME_SPREAD = 0.05;
/** The summary does not mention negative task times if a sample has one with at most this probability. */
const NEGLIGIBLE = 1e-6;

/**
 * Returns the summary of a simulation for a terminal. It starts with the deadline and budget that the plan keeps with
 * 95 % probability, and ends with a newline.
 */
export function robustSimulationText(answer: RobustSimulationAnswer): string {
  const { instance, samples, seed, termination, plans } = answer;
  const ended = termination === 'interrupted' ? ' (interrupted)' : '';
  const lines = [
    `${oneLine(instance)}: up to ${countOf(samples, 'sample')} per law of task times, seed ${seed}${ended}`,
    ...plans.flatMap((plan) => ['', ...planLines(plan)]),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function planLines(plan: SimulatedRobustPlan): string[] {
  const { name, method, problem, feasible, analytic, laws } = plan;
  const title = `${oneLine(name)} (${oneLine(method)}, ${problem})`;
  const verdict = feasible ? [] : ['Breaks its limit by the checker: must not be applied.'];
  const [gaussian, ...others] = laws;
  if (gaussian === undefined) return [title, ...verdict, 'Interrupted before anything was drawn.'];
  return [
    title,
    ...verdict,
    row('', 'analytic', 'simulated', '95 % interval'),
    shareRow('all cores in time', gaussian.joint),
    shareRow('budget kept until last cores end', gaussian.untilLastCore.phi),
    bothRow(gaussian.both),
    shareRow(`Psi: core ${coreText(analytic.leastCore)} in time`, gaussian.least),
    shareRow('phi: budget kept, by Eqs. 9, 10', gaussian.phi),
    meanRow('energy', gaussian.energyJ),
    meanRow('of it overhead', gaussian.overheadJ),
    meanRow('the same until last cores end', gaussian.untilLastCore.overheadJ),
    row('its standard deviation', energyText(standardDeviation(analytic)), energyText(gaussian.energySdJ), ''),
    '',
    ...promises(analytic, gaussian),
    ...negative(gaussian),
    ...others.flatMap(lawLines),
  ];
}

/** Returns the analytic standard deviation of the energy, J, by the reading of Eq. 10 that the instance chooses. */
function standardDeviation(analytic: AnalyticFigures): number {
  return analytic.phi === analytic.phiCorrelated ? analytic.energySdCorrelatedJ : analytic.energySdPrintedJ;
}

/** Returns lines of text that compare the results of the thesis' equations with the results of the samples. */
function promises(analytic: AnalyticFigures, { samples, joint, phi, overheadJ, energySdJ }: LawRecord): string[] {
  const excess = overheadJ.excess;
  const deviations = energySdJ > 0 ? ` (${(excess / energySdJ).toFixed(1)} standard deviations of the energy)` : '';
  const overhead =
    overheadJ.inside || excess <= 0
      ? 'Eq. 9 counts the overhead right here, within the sampling error.'
      : `Eq. 9 leaves out ${energyText(excess)} of overhead${deviations}: nodes wait for the core that really is last.`;
  const analyticSdJ = standardDeviation(analytic);
  const spread =
    Math.abs(energySdJ - analyticSdJ) <= SAME_SPREAD * analyticSdJ
      ? ''
      : ` Eq. 10 gives the energy a standard deviation of ${energyText(analyticSdJ)}, it has ${energyText(energySdJ)}.`;
  return [
    `Deadline: the whole bag is done in time in ${times(joint, samples)}, ${range(joint)}. Psi = ${p(analytic.psi)} is of one core alone.`,
    `Budget: it is kept in ${times(phi, samples)}, ${range(phi)}. phi = ${p(analytic.phi)} is ${phi.inside ? 'within' : 'OUTSIDE'} that. ${overhead}${spread}`,
  ];
}

function negative({ negativeTimes: { anyProbability, expectedTasks } }: LawRecord): string[] {
  if (anyProbability <= NEGLIGIBLE) return [];
  return [
    `Gaussian times can be negative: a sample has one with probability ${p(anyProbability)} (${expectedTasks.toPrecision(3)} tasks expected).`,
  ];
}

/**
 * Returns lines of text on the error of the Gaussian assumption, from samples of a law of task times that is not
 * Gaussian.
 */
function lawLines({ law, samples, least, joint, phi, convolved, againstGaussian }: LawRecord): string[] {
  const parts: [string, ComparedShare, keyof NonNullable<LawRecord['againstGaussian']>][] = [
    ['core', least, 'least'],
    ['all cores', joint, 'joint'],
    ['budget', phi, 'phi'],
  ];
  const compared = parts.map(([label, share, key]) => {
    const difference = againstGaussian?.[key];
    const off =
      difference === undefined
        ? ''
        : ` (${signed(difference.difference)}, ${signed(difference.low)}..${signed(difference.high)})`;
    return `${label} ${p(share.probability)}${off}`;
  });
  const exact =
    convolved === null
      ? []
      : [
          `  by convolution: least core ${p(convolved.least.probability)} (${coreText(convolved.least)}), all cores ${p(convolved.joint)}; ` +
            `less the figures of Gaussian times ${signed(convolved.leastLessAnalytic)} and ${signed(convolved.jointLessAnalytic)}`,
        ];
  return [
    '',
    `${law}, ${countOf(samples, 'sample')} (less Gaussian, 95 % interval): ${compared.join('; ')}`,
    ...exact,
    `  ${offText(againstGaussian, convolved)}`,
  ];
}

/**
 * Returns a sentence on the largest significant difference between this law's probabilities and those of the Gaussian
 * law.
 */
function offText(against: LawRecord['againstGaussian'], convolved: LawRecord['convolved']): string {
  const drawn = against === null ? [] : [against.least, against.joint, against.phi];
  const sure = drawn.filter(({ low, high }) => low > 0 || high < 0).map(({ difference }) => difference);
  const exact = convolved === null ? [] : [convolved.leastLessAnalytic, convolved.jointLessAnalytic];
  const largest = [...sure, ...exact].reduce((most, difference) => Math.max(most, Math.abs(difference)), 0);
  if (largest === 0) return 'No difference to Gaussian times shows in these samples.';
  return `The Gaussian assumption is off by up to ${largest.toPrecision(2)} in these probabilities.`;
}

function shareRow(label: string, share: ComparedShare): string {
  return row(label, p(share.analytic), p(share.probability), `${range(share)}${share.inside ? '' : '  OUTSIDE'}`);
}

/**
 * Returns the table row on keeping deadline and budget together. It shows two analytic bounds instead of one analytic
 * value.
 */
function bothRow(share: BracketedShare): string {
  const { probability, analyticAtLeast, analyticAtMost, inside } = share;
  const text = `${range(share)}${inside ? '' : '  OUTSIDE'} (analytic at most ${p(analyticAtMost)})`;
  return row('both of these', `>= ${p(analyticAtLeast)}`, p(probability), text);
}

function meanRow(label: string, { analytic, mean, interval, inside }: MeanBesideAnalytic): string {
  const text = `${energyText(interval.low)}..${energyText(interval.high)}${inside ? '' : '  OUTSIDE'}`;
  return row(label, energyText(analytic), energyText(mean), text);
}

function row(label: string, analytic: string, simulated: string, interval: string): string {
  return `${label.padEnd(32)} ${analytic.padStart(13)} ${simulated.padStart(13)}  ${interval}`;
}

function times({ successes }: ComparedShare, samples: number): string {
  return `${successes} of ${countOf(samples, 'sample')}`;
}

function range({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${p(low)}..${p(high)}`;
}

function coreText({ node, core }: CoreName): string {
  return `${oneLine(node)}/${core}`;
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${Math.abs(value) < 1e-4 && value !== 0 ? value.toExponential(1) : value.toFixed(4)}`;
}

/** Returns a probability as text without long rows of zeros or nines, such as 1 - 2e-9. */
function p(value: number): string {
  if (value === 0 || value === 1) return String(value);
  if (value < 1e-4) return value.toExponential(1);
  return value > 0.9999 ? `1 - ${(1 - value).toExponential(1)}` : value.toFixed(5);
}
