import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import { atLeast, average, type ByTrial, greater, type Notation, PERCENT, ratio, within } from '../rules.js';
import { valuesFor } from './data.js';
import { TESTBED_METHODS, TESTBED_SHARES } from './figures.js';
import { NO_BUDGET, shareName } from './settings.js';

/** Names of the settings by budget, from the loosest: 100, 85 and 70 % of the unconstrained energy. */
const [WHOLE, MIDDLE, TIGHT] = TESTBED_SHARES.map(shareName) as [string, string, string];
/** Heuristics that paper 000 finds best under tight budgets. */
const BEST = ['upe', 'event-based'];
/** Heuristics of the test bed that consider utility. */
const AWARE = ['upr', ...BEST];

/** Unconstrained energy of the paper's test bed, J (caption of Fig. 16). */
const PRINTED_MAXIMUM_J = 2.8e6;
/** Printed gain in utility over Max UPR, as a fraction, by setting (section 6.3). */
const PRINTED_GAIN: Readonly<Record<string, number>> = { [MIDDLE]: 0.2, [TIGHT]: 0.18 };
/** Printed share of the budget that Max UPE uses under the loosest budget (section 6.3). */
const PRINTED_UPE_USE = 0.92;
/** Half the window around a printed effect, as a fraction of the effect. Our choice. */
const WINDOW = 0.25;
/** Maximum relative difference at which quantities count as "approximately" the same. Our choice. */
const NEAR = 0.05;

/** Notation of energies as megajoules. */
const MEGAJOULES: Notation = { factor: 1e-6, digits: 2, unit: 'MJ' };

/** Notation of utilities. */
const UTILITY: Notation = { factor: 1, digits: 1, unit: '' };

/** Returns the utility of a heuristic by trial. */
function earned(data: FigureData, setting: string, method: string): ByTrial {
  return valuesFor(data, setting, method, 'utility');
}

/** Returns the text of a range, such as "1.15 to 1.25". */
function range(low: number, high: number, { factor, digits, unit }: Notation): string {
  return `${(low * factor).toFixed(digits)} to ${(high * factor).toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

/** Returns the range of ratios that agree with a printed gain. */
function gains(setting: string): readonly [low: number, high: number] {
  const gain = PRINTED_GAIN[setting]!;
  return [1 + (1 - WINDOW) * gain, 1 + (1 + WINDOW) * gain];
}

/** Range of the unconstrained energy that agrees with the printed one, J. */
const MAXIMUM_J = [(1 - WINDOW) * PRINTED_MAXIMUM_J, (1 + WINDOW) * PRINTED_MAXIMUM_J] as const;
/** Range of the used share of the budget that agrees with the printed one: the window is around what is left unused. */
const UPE_USE = [1 - (1 + WINDOW) * (1 - PRINTED_UPE_USE), 1 - (1 - WINDOW) * (1 - PRINTED_UPE_USE)] as const;
/** Notation of ratios in rules. */
const RATIO: Notation = { factor: 1, digits: 3, unit: '' };

/** Claims of paper 000 about the experiment on its test bed (section 6.3, Fig. 16). */
export const TESTBED_CLAIMS: readonly Claim[] = [
  {
    id: 'testbed-maximum',
    figure: 'utility-testbed',
    says: 'On the test bed Max UPR draws 2.8 MJ in three hours without a limit.',
    rule: `mean energy of UPR without a budget in ${range(...MAXIMUM_J, MEGAJOULES)}, 25 % about the printed one`,
    parts: (data) => [
      average('upr', valuesFor(data, NO_BUDGET, 'upr', 'energyJ'), (one) => within(one, ...MAXIMUM_J), MEGAJOULES),
    ],
  },
  {
    id: 'testbed-easy-behind',
    figure: 'utility-testbed',
    says: 'On the test bed EASY earns less than the utility-aware heuristics under every limit.',
    rule: 'share of the maximum, paired by trial: each other - EASY above 0',
    parts: (data) =>
      TESTBED_SHARES.map(shareName).flatMap((setting) =>
        AWARE.map((method) =>
          greater(
            `${setting}: ${method} over easy`,
            valuesFor(data, setting, method),
            valuesFor(data, setting, 'easy'),
          ),
        ),
      ),
  },
  {
    id: 'testbed-equal-when-loose',
    figure: 'utility-testbed',
    says: 'On the test bed with the whole energy UPR, UPE and the event-based metaheuristic earn approximately the same.',
    rule: `ratio of mean utilities, each over UPR, within ${1 - NEAR} and ${1 + NEAR}`,
    parts: (data) =>
      BEST.map((method) =>
        ratio(`${method} over upr`, earned(data, WHOLE, method), earned(data, WHOLE, 'upr'), (interval) =>
          within(interval, 1 - NEAR, 1 + NEAR),
        ),
      ),
  },
  {
    id: 'testbed-tighter-earns-less',
    figure: 'utility-testbed',
    says: 'On the test bed every heuristic earns less as the limit becomes tighter.',
    rule: 'utility, paired by trial: 100 % - 85 % and 85 % - 70 % above 0',
    parts: (data) =>
      TESTBED_METHODS.flatMap((method) =>
        (
          [
            [WHOLE, MIDDLE],
            [MIDDLE, TIGHT],
          ] as const
        ).map(([loose, tight]) =>
          greater(
            `${method}: ${loose} over ${tight}`,
            earned(data, loose, method),
            earned(data, tight, method),
            UTILITY,
          ),
        ),
      ),
  },
  {
    id: 'testbed-order-when-tight',
    figure: 'utility-testbed',
    says: 'On the test bed with 85 and 70 % of the energy UPE and the event-based metaheuristic earn more than UPR.',
    rule: 'share of the maximum, paired by trial: each - UPR above 0',
    parts: (data) =>
      [MIDDLE, TIGHT].flatMap((setting) =>
        BEST.map((method) =>
          greater(`${setting}: ${method} over upr`, valuesFor(data, setting, method), valuesFor(data, setting, 'upr')),
        ),
      ),
  },
  {
    id: 'testbed-gain-when-tight',
    figure: 'utility-testbed',
    says: 'On the test bed they earn around 20 % more than UPR with 85 % of the energy, 18 % with 70 %.',
    rule: `ratio of mean utilities over UPR: ${range(...gains(MIDDLE), RATIO)} with 85 %, ${range(...gains(TIGHT), RATIO)} with 70 %, 25 % about the printed gains`,
    parts: (data) =>
      [MIDDLE, TIGHT].flatMap((setting) =>
        BEST.map((method) =>
          ratio(
            `${setting}: ${method} over upr`,
            earned(data, setting, method),
            earned(data, setting, 'upr'),
            (interval) => within(interval, ...gains(setting)),
          ),
        ),
      ),
  },
  {
    id: 'testbed-energy',
    figure: 'utility-testbed',
    says: 'On the test bed with the whole energy UPR, the event-based metaheuristic and EASY use approximately all of it, UPE 92 %.',
    rule: `mean share of the budget that is drawn: at least ${1 - NEAR}, for UPE ${range(...UPE_USE, PERCENT)}, 25 % about the 8 % that it leaves`,
    parts: (data) =>
      TESTBED_METHODS.map((method) =>
        average(
          method,
          valuesFor(data, WHOLE, method, 'energyShare'),
          (interval) => (method === 'upe' ? within(interval, ...UPE_USE) : atLeast(interval, 1 - NEAR)),
          PERCENT,
        ),
      ),
  },
];
