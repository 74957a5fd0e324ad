import type { Cell } from '../../experiments/design.js';
import { leastSquares } from '../../experiments/statistics.js';
import type { Claim } from '../claim.js';
import { type FigureData, inWords, levelsOf, settingsOf } from '../data.js';
import {
  above,
  atMost,
  average,
  type ByTrial,
  changed,
  greater,
  KILOWATT,
  type Part,
  PERCENT,
  PLAIN,
  SAME,
  untested,
  withNote,
} from '../rules.js';
import { GA_ONCE, perTechnique, series, techniqueText } from './data.js';

/** Minimum R squared (share of the variance that a line explains) of a linear relation. */
const LINEAR = 0.98;
/** Minimum number of levels for a line; fewer points almost always lie near some line. */
const MIN_LEVELS = 4;
/** Relative change of the reward up to which a factor counts as having no effect. Linearity is then not judged. */
const VARIES = 1e-6;
/**
 * Red line (maximum inlet temperature) below which no method met the thesis' power cap, C, by kind of aisles (Section
 * 3.6.4).
 */
const MIN_RED_LINE_C: Readonly<Record<string, number>> = { isolated: 26, open: 28 };

/**
 * Step of the red line in Fig. 3.5, K: only in this step does what the text says of it agree with Fig. 3.6
 * (docs/decisions/airflow-thesis-rooms.md).
 */
export const RED_LINE_STEP_C = 2;

/** Text at the end of rules that compare two rooms. It says what the answer is if the power cap limits neither room. */
const UNLIMITED = 'untested where both earn the same and leave power over';

interface Linearity {
  readonly levels: readonly string[];
  /** R squared of each trial in which the reward share varies with the factor. */
  readonly rSquared: ByTrial;
  /** Number of trials in which the reward share does not vary with the factor. */
  readonly flat: number;
}

/**
 * Returns how linearly the reward share depends on a factor. The measure is R squared of each trial's least-squares
 * line, over the levels at which every trial has a plan.
 */
function linearity(data: FigureData, where: Cell, factor: string): Linearity {
  const columns = levelsOf(data, factor).map((level) => ({
    level,
    shares: series(data, { ...where, [factor]: level }),
  }));
  const whole = columns.filter(({ shares }) => shares.size === data.design.trials);
  const rSquared = new Map<number, number>();
  if (whole.length < MIN_LEVELS) return { levels: [], rSquared, flat: 0 };
  for (let trial = 0; trial < data.design.trials; trial++) {
    const shares = whole.map((column) => column.shares.get(trial)!);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    if (Math.max(...shares) - Math.min(...shares) <= VARIES * mean) continue;
    const fit = leastSquares(
      whole.map(({ level }) => Number(level)),
      shares,
    );
    if (fit.rSquared !== null) rSquared.set(trial, fit.rSquared);
  }
  return { levels: whole.map(({ level }) => level), rSquared, flat: data.design.trials - rSquared.size };
}

function linearityParts(data: FigureData, factor: string, unit: string, linear: boolean): Part[] {
  return settingsOf(data, factor === 'capKW' ? ['aisles'] : ['capKW', 'aisles']).flatMap((room) =>
    perTechnique(data, room, (technique) => {
      const { levels, rSquared, flat } = linearity(data, { ...room, method: technique.level }, factor);
      const where = `${inWords(room)}: ${techniqueText(technique)}`;
      if (levels.length === 0) return [untested(where, `plans in all trials at fewer than ${MIN_LEVELS} levels`)];
      const over = `${where}, over ${levels[0]!} to ${levels.at(-1)!} ${unit}`;
      if (rSquared.size === 0) return [untested(over, 'does not vary: something else limits it')];
      // 1 - R2 against 1 - threshold: "at most" includes the threshold.
      const part = average(
        over,
        rSquared,
        (interval) => {
          const rest = interval === null ? null : { low: 1 - interval.high, high: 1 - interval.low };
          return linear ? atMost(rest, 1 - LINEAR) : above(rest, 1 - LINEAR);
        },
        PLAIN,
      );
      if (flat === 0) return [part];
      const noted = withNote(part, `; does not vary in ${flat} of ${data.design.trials} trials`);
      return [changed(noted, (own) => ({ ...own, answer: own.answer === 'yes' ? 'open' : own.answer }))];
    }),
  );
}

/** Returns the number of trials in which at least one method has a plan. */
function trialsWithPlan(data: FigureData, where: Cell): number {
  const trials = levelsOf(data, 'method').flatMap((method) => [...series(data, { ...where, method }).keys()]);
  return new Set(trials).size;
}

/** Claims about isolated aisles, power caps and red lines (maximum inlet temperatures). */
export const LIMIT_CLAIMS: readonly Claim[] = [
  {
    id: 'isolation-earns',
    figure: 'fig-3.4',
    says: 'With isolated cold aisles all techniques earn more under the same cap.',
    rule: `share, paired by seed: isolated - open above 0 for every technique and workload; ${UNLIMITED}; ${GA_ONCE}`,
    parts: (data) => isolation(data, 'share', (isolated, open, where) => greater(where, isolated, open)),
  },
  {
    id: 'isolation-cools-less',
    figure: 'fig-3.4',
    says: 'They do so by using less power for cooling',
    rule: `cooling power, paired by seed: open - isolated above 0; ${GA_ONCE}`,
    calibrated:
      'The rooms were chosen so that idle inlets rise less with isolated aisles, as red lines of 26 and 28 C ask: warmer set-points follow, and less power for cooling.',
    parts: (data) => isolation(data, 'coolingW', (isolated, open, where) => greater(where, open, isolated, KILOWATT)),
  },
  {
    id: 'isolation-computes-more',
    figure: 'fig-3.4',
    says: '... and more power for computing.',
    rule: `power of the nodes, paired by seed: isolated - open above 0; ${UNLIMITED}; ${GA_ONCE}`,
    parts: (data) => isolation(data, 'nodesW', (isolated, open, where) => greater(where, isolated, open, KILOWATT)),
  },
  {
    id: 'red-line-unmet',
    figure: 'fig-3.5',
    says: 'Below a red line of 26 C (isolated) or 28 C (open) no technique meets the cap; from there on they do.',
    rule: 'below: no method has a feasible plan in any trial; from there on: some method has one in every trial; red lines in steps of 2 K from 24 C',
    calibrated: 'The rooms were chosen by these red lines: they state how warm idle nodes are.',
    parts: (data) =>
      settingsOf(data, ['capKW', 'aisles', 'redLineC'])
        .filter(({ redLineC }) => Number(redLineC) % RED_LINE_STEP_C === 0)
        .map((cell): Part => {
          const found = trialsWithPlan(data, cell);
          const { trials } = data.design;
          const below = Number(cell['redLineC']) < MIN_RED_LINE_C[cell['aisles']!]!;
          const [yes, no] = below ? [0, trials] : [trials, 0];
          const answer = found === yes ? 'yes' : found === no ? 'no' : 'open';
          return { where: inWords(cell), figure: `plans in ${found} of ${trials} trials`, answer };
        }),
  },
  {
    id: 'red-line-nonlinear',
    figure: 'fig-3.5',
    says: 'The reward depends on the red line non-linearly.',
    rule: `R2 of the least-squares line of share over red line, mean over trials: below ${LINEAR}; a share that does not vary (by ${VARIES} of itself) says nothing; ${GA_ONCE}`,
    parts: (data) => linearityParts(data, 'redLineC', 'C', false),
  },
  {
    id: 'greedy-leaves-power',
    figure: 'fig-3.5',
    says: 'At 32 C with isolated aisles greedy does not use all power; the GA and the NLP do.',
    rule: `unused share of the cap: greedy above ${100 * SAME} %, GA and NLP at most ${100 * SAME} %; ${GA_ONCE}`,
    parts: (data) =>
      settingsOf(data, ['capKW']).flatMap((room) =>
        perTechnique(data, room, (technique) => {
          const cell = { ...room, aisles: 'isolated', redLineC: '32', method: technique.level };
          const judge = technique.name === 'greedy' ? above : atMost;
          const where = `${inWords(room)}: ${techniqueText(technique)}`;
          return [average(where, series(data, cell, 'unused'), (interval) => judge(interval, SAME), PERCENT)];
        }),
      ),
  },
  {
    id: 'cap-linear',
    figure: 'fig-3.6',
    says: 'The reward varies almost linearly with the power cap.',
    rule: `R2 of the least-squares line of share over cap, mean over trials: at least ${LINEAR}; a share that does not vary (by ${VARIES} of itself) says nothing; ${GA_ONCE}`,
    parts: (data) => linearityParts(data, 'capKW', 'kW', true),
  },
  {
    id: 'cap-used',
    figure: 'fig-3.6',
    says: 'All techniques use all of the power cap.',
    rule: `greatest unused share over all caps with a plan, by trial: at most ${100 * SAME} %; ${GA_ONCE}`,
    parts: (data) =>
      settingsOf(data, ['aisles']).flatMap((room) =>
        perTechnique(data, room, (technique) => {
          const method = technique.level;
          const worst = new Map<number, number>();
          for (const capKW of levelsOf(data, 'capKW')) {
            for (const [trial, unused] of series(data, { ...room, method, capKW }, 'unused')) {
              worst.set(trial, Math.max(unused, worst.get(trial) ?? unused));
            }
          }
          const where = `${inWords(room)}: ${techniqueText(technique)}`;
          return [average(where, worst, (interval) => atMost(interval, SAME), PERCENT)];
        }),
      ),
  },
];

/** Returns true if two rooms earn the same reward in every trial because the power cap limits neither. */
function isUnlimited(data: FigureData, first: Cell, second: Cell): boolean {
  const other = series(data, second);
  const common = [...series(data, first)].filter(([trial]) => other.has(trial));
  const left = [first, second].flatMap((cell) => [...series(data, cell, 'unused').values()]);
  return (
    common.length > 0 &&
    left.every((unused) => unused > SAME) &&
    common.every(([trial, share]) => Math.abs(share - other.get(trial)!) <= VARIES * share)
  );
}

function isolation(
  data: FigureData,
  value: string,
  compare: (isolated: ByTrial, open: ByTrial, where: string) => Part,
): Part[] {
  return settingsOf(data, ['capKW', 'workload']).flatMap((room) =>
    perTechnique(data, room, (technique) => {
      const method = technique.level;
      const of = (aisles: string): ByTrial => series(data, { ...room, aisles, method }, value);
      const where = `${inWords(room)}: ${techniqueText(technique)}`;
      const cell = (aisles: string): Cell => ({ ...room, aisles, method });
      if (value !== 'coolingW' && isUnlimited(data, cell('isolated'), cell('open'))) {
        return [untested(where, 'the same plan in value, with power left over: the cap limits neither')];
      }
      return [compare(of('isolated'), of('open'), where)];
    }),
  );
}
