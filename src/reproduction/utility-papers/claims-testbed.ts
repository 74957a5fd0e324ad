import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import {
  ALIKE,
  atLeast,
  average,
  type ByTrial,
  greater,
  isAlike,
  type Notation,
  type Printed,
  printedGain,
  printedShare,
  ratio,
} from '../rules.js';
import { valuesFor } from './data.js';
import { TESTBED_METHODS, TESTBED_SHARES } from './figures.js';
import { NO_BUDGET, shareName } from './settings.js';

/** Names of the settings by budget, from the loosest: 100, 85 and 70 % of the unconstrained energy. */
const [WHOLE, MIDDLE, TIGHT] = TESTBED_SHARES.map(shareName) as [string, string, string];
/** Heuristics that paper 000 finds best under tight budgets. */
const BEST = ['upe', 'event-based'];
/** Heuristics of the test bed that consider utility. */
const AWARE = ['upr', ...BEST];

/** Notation of energies as megajoules. */
const MEGAJOULES: Notation = { factor: 1e-6, digits: 2, unit: 'MJ' };
/** Unconstrained energy that the paper prints for its test bed, J. */
const MAXIMUM_J: Printed = { value: 2.8e6, noEffect: 0, notation: MEGAJOULES, at: '000 Fig. 16' };
/** Printed gain in utility over Max UPR, by setting. */
const PRINTED_GAIN: Readonly<Record<string, Printed>> = {
  [MIDDLE]: printedGain(0.2, '000 section 6.3'),
  [TIGHT]: printedGain(0.18, '000 section 6.3'),
};
/** Printed share of the budget that Max UPE uses under the loosest budget. Its effect is what is left. */
const UPE_USE: Printed = { ...printedShare(0.92, '000 section 6.3'), noEffect: 1 };

/** Notation of utilities. */
const UTILITY: Notation = { factor: 1, digits: 1, unit: '' };

/** Returns the utility of a heuristic by trial. */
function earned(data: FigureData, setting: string, method: string): ByTrial {
  return valuesFor(data, setting, method, 'utility');
}

/** Claims of paper 000 about the experiment on its test bed (section 6.3, Fig. 16). */
export const TESTBED_CLAIMS: readonly Claim[] = [
  {
    id: 'testbed-maximum',
    figure: 'utility-testbed',
    says: 'On the test bed Max UPR draws 2.8 MJ in three hours without a limit.',
    rule: 'mean energy of UPR without a budget: the printed one',
    parts: (data) => [average('upr', valuesFor(data, NO_BUDGET, 'upr', 'energyJ'), MAXIMUM_J)],
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
    rule: `ratio of mean utilities, each over UPR, within ${1 - ALIKE} and ${1 + ALIKE}`,
    parts: (data) =>
      BEST.map((method) =>
        ratio(`${method} over upr`, earned(data, WHOLE, method), earned(data, WHOLE, 'upr'), isAlike),
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
    rule: 'gain in mean utility over UPR: the printed one',
    parts: (data) =>
      [MIDDLE, TIGHT].flatMap((setting) =>
        BEST.map((method) =>
          ratio(
            `${setting}: ${method} over upr`,
            earned(data, setting, method),
            earned(data, setting, 'upr'),
            PRINTED_GAIN[setting]!,
          ),
        ),
      ),
  },
  {
    id: 'testbed-energy',
    figure: 'utility-testbed',
    says: 'On the test bed with the whole energy UPR, the event-based metaheuristic and EASY use approximately all of it, UPE 92 %.',
    rule: `mean share of the budget that is drawn: at least ${1 - ALIKE}, for UPE the printed one, whose effect is the 8 % that it leaves`,
    parts: (data) =>
      TESTBED_METHODS.map((method) =>
        average(
          method,
          valuesFor(data, WHOLE, method, 'energyShare'),
          method === 'upe' ? UPE_USE : (interval) => atLeast(interval, 1 - ALIKE),
        ),
      ),
  },
];
