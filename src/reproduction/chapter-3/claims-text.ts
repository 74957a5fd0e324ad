import { W_PER_KW } from '../../../models/units.js';
import type { Cell } from '../../experiments/design.js';
import type { Claim } from '../claim.js';
import { combined, type FigureData, inWords, levelsOf, recordsOf, settingsOf } from '../data.js';
import {
  above,
  ALIKE,
  atLeast,
  average,
  type ByTrial,
  greater,
  number,
  type Part,
  PERCENT,
  untested,
} from '../rules.js';
import { RED_LINE_STEP_C } from './claims-limits.js';
import { notApart } from './claims-workload.js';
import { GA_ONCE, levelIn, perTechnique, series, type Technique, techniques, techniqueText } from './data.js';

/** Relative change of the reward up to which it counts as the same. */
const VARIES = 1e-6;
/** Share of a power cap that a plan may pass by rounding error. */
const ROUNDING = 1e-6;

/** Returns the combinations of levels of all factors that vary in a figure, but for some. */
function settings(data: FigureData, ...without: readonly string[]): Cell[] {
  const varied = data.design.factors.filter(({ name, levels }) => levels.length > 1 && !without.includes(name));
  return settingsOf(
    data,
    varied.map(({ name }) => name),
  );
}

/** Returns words for a comparison in a setting. */
function named(setting: Cell, what: string): string {
  const room = inWords(setting);
  return room === '' ? what : `${room}: ${what}`;
}

/**
 * Compares a value between the lowest and the highest level of a factor at which a technique has plans in all trials.
 * Untested where it has none at two levels.
 */
function betweenEnds(
  data: FigureData,
  factor: string,
  compare: (low: Cell, high: Cell, where: string) => Part,
): Part[] {
  return settings(data, factor, 'method').flatMap((setting) =>
    perTechnique(data, setting, (technique) => {
      const cells = levelsOf(data, factor).map((level) => ({ ...setting, method: technique.level, [factor]: level }));
      const planned = cells.filter((one) => series(data, one).size === data.design.trials);
      const where = named(setting, techniqueText(technique));
      if (planned.length < 2) return [untested(where, 'plans in all trials at fewer than 2 levels')];
      const [low, high] = [planned[0]!, planned.at(-1)!] as readonly Readonly<Record<string, string>>[];
      return [compare(low!, high!, `${where}, ${low![factor]!} to ${high![factor]!}`)];
    }),
  );
}

/** Returns one part for each technique in each cell of a figure, aware or naive: does every trial meet a condition? */
function everyTrial(
  data: FigureData,
  meets: (values: Readonly<Record<string, unknown>>, cell: Cell) => boolean,
): Part[] {
  return settings(data, 'method').flatMap((setting) =>
    perTechnique(data, setting, ({ level, naive }) =>
      [level, ...(naive === null ? [] : [naive])].map((method): Part => {
        const found = recordsOf(data, { ...setting, method });
        if (found.length === 0) return untested(named(setting, method));
        const met = found.filter(({ values, cell }) => meets(values, cell)).length;
        const answer = met === found.length ? 'yes' : met === 0 ? 'no' : 'open';
        return { where: named(setting, method), figure: `in ${met} of ${found.length} trials`, answer };
      }),
    ),
  );
}

/** Claims of the text on figures of the thesis, judged from the runs of these figures. */
const OF_FIGURES: readonly Claim[] = [
  {
    id: 'power-within-budget',
    figure: 'fig-3.3',
    says: 'Fig. 3.3 (b): the power of every technique, aware of co-location or not, stays within the budget.',
    rule: 'power of the plan by the checker: in every trial at most the cap; a trial without a plan counts as within',
    parts: (data) =>
      everyTrial(
        data,
        ({ totalW }, cell) => typeof totalW !== 'number' || totalW <= (1 + ROUNDING) * W_PER_KW * Number(cell['capKW']),
      ),
  },
  {
    id: 'differences-grow-with-memory',
    figure: 'fig-3.3',
    says: 'The differences of NLP, GA and greedy become more pronounced with memory: greedy is nearly as good where interference is small, the others much better where it is heavy (3.6.2, 3.7).',
    rule: 'greedy over NLP by share (config-lp where the NLP is not run), paired by seed: CPU - memory above 0',
    parts: (data) =>
      settings(data, 'workload', 'method').flatMap((setting) => {
        const behind = (workload: string): ByTrial => {
          const where = { ...setting, workload };
          const [nlp, greedy] = [levelIn(data, where, 'nlp'), levelIn(data, where, 'greedy')];
          if (nlp === null || greedy === null) return new Map();
          const of = (method: string): ByTrial => series(data, { ...where, method });
          return combined(of(greedy), of(nlp), (one, best) => one / best);
        };
        const has = ['cpu', 'memory'].every((workload) => behind(workload).size > 0);
        return has ? [greater(named(setting, 'greedy over NLP'), behind('cpu'), behind('memory'))] : [];
      }),
  },
  {
    id: 'isolation-same-order',
    figure: 'fig-3.4',
    says: 'With isolated cold aisles the techniques follow the same trends: the NLP is best, greedy last.',
    rule: `share, paired by seed, isolated aisles: NLP - greedy above 0; where the GA is run, NLP - GA and GA - greedy; ${GA_ONCE}`,
    parts: (data) =>
      settings(data, 'aisles', 'method').flatMap((setting) => {
        const where = { ...setting, aisles: 'isolated' };
        const run = techniques(data, where);
        const of = ({ level }: Technique): ByTrial => series(data, { ...where, method: level });
        return run.slice(1).map((worse, n) => {
          const better = run[n]!;
          const what = `${techniqueText(better)} over ${techniqueText(worse)}`;
          return greater(named(setting, what), of(better), of(worse));
        });
      }),
  },
  {
    id: 'hotter-earns',
    figure: 'fig-3.5',
    says: 'The reward decreases with the red line, ...',
    rule: `share at the highest red line - at the lowest with plans in all trials, paired by seed: above 0; untested where they are the same (by ${VARIES}): something else limits it; ${GA_ONCE}`,
    parts: (data) =>
      betweenEnds(data, 'redLineC', (low, high, where) => {
        const [first, last] = [series(data, low), series(data, high)];
        const isSame = [...first].every(([trial, share]) => Math.abs(last.get(trial)! - share) <= VARIES * share);
        return isSame ? untested(where, 'the same reward: something else limits it') : greater(where, last, first);
      }),
  },
  {
    id: 'colder-cools-more',
    figure: 'fig-3.5',
    says: '... because more of the budget must be used for cooling where CRACs run colder.',
    rule: `cooling power over power of the nodes at the lowest red line with plans in all trials - at the highest, paired by seed: above 0; ${GA_ONCE}`,
    parts: (data) =>
      betweenEnds(data, 'redLineC', (low, high, where) => {
        const of = (cell: Cell): ByTrial =>
          combined(series(data, cell, 'coolingW'), series(data, cell, 'nodesW'), (cooling, nodes) => cooling / nodes);
        return greater(where, of(low), of(high));
      }),
  },
  {
    id: 'open-earns-less',
    figure: 'fig-3.5',
    says: 'At each red line the configuration that is not isolated earns less.',
    rule: `share, paired by seed: isolated - open above 0 at every red line that both meet (which they meet is calibrated); untested where both are the same (by ${VARIES}): neither is limited; ${GA_ONCE}`,
    parts: (data) =>
      settings(data, 'aisles', 'method').flatMap((setting) =>
        perTechnique(data, setting, (technique) => {
          const of = (aisles: string): ByTrial => series(data, { ...setting, aisles, method: technique.level });
          const [isolated, open] = [of('isolated'), of('open')];
          const common = [...isolated].filter(([trial]) => open.has(trial));
          if (common.length === 0) return [];
          const where = named(setting, techniqueText(technique));
          const isSame = common.every(([trial, share]) => Math.abs(open.get(trial)! - share) <= VARIES * share);
          return [isSame ? untested(where, 'the same reward: neither is limited') : greater(where, isolated, open)];
        }),
      ),
  },
  {
    id: 'cap-kept',
    figure: 'fig-3.6',
    says: 'No technique violates the power budget at any cap.',
    rule: 'by the independent checker: no plan of any trial breaks a limit; a trial without a plan counts as kept',
    parts: (data) => everyTrial(data, ({ outcome }) => outcome !== 'breaks limits'),
  },
  {
    id: 'cap-earns',
    figure: 'fig-3.6',
    says: 'A greater power budget earns more.',
    rule: `share at the highest cap - at the lowest with plans in all trials, paired by seed: above 0; ${GA_ONCE}`,
    parts: (data) =>
      betweenEnds(data, 'capKW', (low, high, where) => greater(where, series(data, high), series(data, low))),
  },
];

/** Claims of the text on co-location, judged from runs of their own (`text-3.3.6`). */
const ON_COLOCATION: readonly Claim[] = [
  {
    id: 'naive-is-false',
    figure: 'text-3.3.6',
    says: 'NERR is a false reward rate; RR is the better estimate, although execution times err by some 6 % (App. F).',
    rule: 'plan of config-lp judged where times err by 6 % on average: |NERR / earned - 1| - |RR / earned - 1|, paired by seed, above 0 for every workload',
    parts: (data) =>
      settings(data, 'method', 'colocation').map((setting) => {
        const cell = { ...setting, colocation: 'anchored', method: 'config-lp' };
        const earned = series(data, cell, 'erredPerS');
        const error = (value: string): ByTrial =>
          combined(series(data, cell, value), earned, (estimate, real) => Math.abs(estimate / real - 1));
        return greater(inWords(setting), error('naivePerS'), error('averagedPerS'));
      }),
  },
  {
    id: 'interference-grows',
    figure: 'text-3.3.6',
    says: 'The effects of co-location interference become exacerbated as the memory intensity increases.',
    rule: 'share of NERR that interference takes from the plan of config-lp, paired by seed: hybrid - CPU and memory - hybrid above 0',
    parts: (data) =>
      [
        ['cpu', 'hybrid'],
        ['hybrid', 'memory'],
      ].map(([lighter, heavier]) => {
        const lost = (workload: string): ByTrial => {
          const cell = { workload, colocation: 'anchored', method: 'config-lp' };
          return combined(series(data, cell, 'averagedPerS'), series(data, cell, 'naivePerS'), (a, b) => 1 - a / b);
        };
        return greater(`${heavier!} over ${lighter!}`, lost(heavier!), lost(lighter!));
      }),
  },
  {
    id: 'literal-eq-21',
    figure: 'text-3.3.6',
    says: 'By Eq. 21 as printed, too: the optimising technique earns more than greedy, and considering co-location more than ignoring it.',
    rule: 'literal Eq. 21; share, paired by seed: config-lp (for the NLP) - greedy and config-lp - config-lp-naive above 0 for every workload; trials whose naive plan runs at times without a positive length break a limit and are left out',
    parts: (data) =>
      settings(data, 'colocation', 'method').flatMap((setting) =>
        ['greedy', 'config-lp-naive'].flatMap((other) => {
          const of = (method: string): ByTrial => series(data, { ...setting, colocation: 'literal', method });
          const [better, worse] = [of('config-lp'), of(other)];
          return worse.size === 0 ? [] : [greater(`${inWords(setting)}: config-lp over ${other}`, better, worse)];
        }),
      ),
  },
];

/** Claims of the text on set-points, red line and cap, judged from runs of their own (`text-3.6.4`). */
const ON_LIMITS: readonly Claim[] = [
  {
    id: 'isolation-warms-set-points',
    figure: 'text-3.6.4',
    says: 'Isolation allows the CRAC units to run at higher temperatures (3.6.3).',
    rule: 'set-point at 230 kW and 30 C, paired by seed: isolated - open above 0',
    calibrated:
      'The rooms were chosen so that idle inlets rise less with isolated aisles, as red lines of 26 and 28 C ask: warmer set-points follow.',
    parts: (data) =>
      techniques(data).map((technique) => {
        const of = (aisles: string): ByTrial => series(data, { ...BASE, aisles, method: technique.level }, 'setPointC');
        return greater(techniqueText(technique), of('isolated'), of('open'), KELVIN);
      }),
  },
  {
    id: 'hotter-room-beats-more-power',
    figure: 'text-3.6.4',
    says: 'It may be more worthwhile to operate at a slightly higher temperature than with more power: the reward hangs less on the budget than on the red line.',
    rule: 'share, paired by seed, open aisles: 32 C at 230 kW - 240 kW at 30 C above 0, one step of Fig. 3.5 (2 K, as for red-line-unmet) against one of Fig. 3.6 (10 kW)',
    parts: (data) =>
      techniques(data).map((technique) => {
        const of = (change: Cell): ByTrial => series(data, { ...BASE, ...OPEN, method: technique.level, ...change });
        return greater(
          `${techniqueText(technique)}: 2 K over 10 kW`,
          of({ redLineC: String(30 + RED_LINE_STEP_C) }),
          of({ capKW: '240' }),
        );
      }),
  },
  {
    id: 'thermal-error-harmless',
    figure: 'text-3.6.4',
    says: 'The thermal model errs by up to 0.4 C on average and up to 2.8 C at most (App. F).',
    rule: `share of a plan that stays so far below the red line (0 without one) over that of one that does not, open aisles: at least ${1 - ALIKE}`,
    parts: (data) =>
      techniques(data).flatMap((technique) =>
        levelsOf(data, 'reserveK')
          .filter((reserveK) => Number(reserveK) > 0)
          .map((reserveK) => {
            const of = (change: Cell): ByTrial =>
              series(data, { ...BASE, ...OPEN, method: technique.level, ...change });
            const [plain, kept] = [of({}), of({ reserveK })];
            const left = new Map([...plain].map(([trial, share]) => [trial, (kept.get(trial) ?? 0) / share]));
            const where = `${techniqueText(technique)}, ${reserveK} K`;
            return average(where, left, (interval) => atLeast(interval, 1 - ALIKE));
          }),
      ),
  },
];

/** Cell of `text-3.6.4` from which one level is changed at a time. */
const BASE = { redLineC: '30', capKW: '230', reserveK: '0' };
/** Kind of aisles for which `text-3.6.4` changes levels. */
const OPEN = { aisles: 'open' };
/** Notation of differences of temperatures. */
const KELVIN = { factor: 1, digits: 1, unit: 'K' } as const;
/** Notation of numbers of a power law. */
const EXPONENT = { factor: 1, digits: 2, unit: '' } as const;

/**
 * Exponent over the number of nodes by which the thesis' NLP takes longer: at least that of four hours at 1,080 and more
 * than two weeks (336 h) at 4,320 nodes (section 3.6).
 */
const SCALING = Math.log(336 / 4) / Math.log(4320 / 1080);

/** Claims of the text on the size of the facility, judged from runs of their own (`text-3.6.5`). */
const ON_SIZE: readonly Claim[] = [
  {
    id: 'nlp-intractable',
    figure: 'text-3.6.5',
    says: 'On the large platform (4,320 nodes) the NLP is intractable: it does not end within two weeks.',
    rule: 'yes if it ends with a plan that keeps all limits in no trial, no if in every; in parentheses what it earns of the proven bound',
    parts: (data) =>
      settingsOf(data, ['nodes', 'capKW'], { nodes: '4320' }).map((room): Part => {
        const of = (method: string): ReturnType<typeof recordsOf> => recordsOf(data, { ...room, method });
        const found = levelsOf(data, 'method').includes('nlp') ? of('nlp') : [];
        if (found.length === 0) return untested(inWords(room));
        const ended = found.filter(({ values }) => values['outcome'] === 'plan');
        const bounds = series(data, { ...room, method: 'config-lp' }, 'boundPerS');
        const shares = ended.flatMap(({ trial, values }) => {
          const bound = bounds.get(trial);
          return bound === undefined ? [] : [Number(values['rewardPerS']) / bound];
        });
        const least = shares.length === 0 ? '' : ` (at least ${number(Math.min(...shares), PERCENT)})`;
        const answer = ended.length === 0 ? 'yes' : ended.length === found.length ? 'no' : 'open';
        return { where: inWords(room), figure: `ended in ${ended.length} of ${found.length} trials${least}`, answer };
      }),
  },
  {
    id: 'nlp-scales-poorly',
    figure: 'text-3.6.5',
    says: 'The primary drawback of the NLP is its poor scalability.',
    rule: `work of the interior-point method, Newton steps x variables (time is a clock): exponent over the number of nodes, 2,160 to 4,320, mean over trials, above ${number(SCALING, EXPONENT)}, as four hours at 1,080 and more than two weeks at 4,320 nodes ask for`,
    parts: (data) => {
      const work = (nodes: string): ByTrial => {
        const cell = { nodes, capKW: CAP_KW[nodes]!, method: 'nlp' };
        return combined(
          series(data, cell, 'iterations'),
          series(data, cell, 'variables'),
          (steps, size) => steps * size,
        );
      };
      const exponent = combined(work('4320'), work('2160'), (large, small) => Math.log2(large / small));
      return [average('2,160 to 4,320 nodes', exponent, (interval) => above(interval, SCALING), EXPONENT)];
    },
  },
  {
    id: 'nlp-best-at-sizes',
    figure: 'text-3.6.5',
    says: 'Where it ends, the NLP is best at every size.',
    rule: 'share, paired by seed: NLP - greedy above 0 at 2,160 and 4,320 nodes (1,080: nlp-best-small)',
    parts: (data) =>
      settings(data, 'method').map((setting) => {
        const of = (method: string): ByTrial => series(data, { ...setting, method });
        return greater(inWords(setting), of('nlp'), of('greedy'));
      }),
  },
];

/** Power cap by number of nodes in `text-3.6.5`, kW. */
const CAP_KW: Readonly<Record<string, string>> = { '2160': '450', '4320': '900' };

/** Claims of chapter 3's text that no figure of the thesis shows, or that a figure shows beside its subject. */
export const TEXT_CLAIMS: readonly Claim[] = [...OF_FIGURES.map(notApart), ...ON_COLOCATION, ...ON_LIMITS, ...ON_SIZE];
