import type { Robustness } from '../../../models/families/robust/outcome.js';
import { type FieldWords, fieldWords, type Figure, marked, ratedFigures } from '../../reports/figures.js';
import { type Content, markup } from '../../reports/html/markup.js';
import { quantile } from '../../reports/wording.js';
import {
  boundText,
  chanceText,
  difference,
  excessText,
  jointText,
  ofHundred,
  PHI_IS,
  promised,
  PSI_IS,
  quantileDigits,
  robustnessText,
  shownProbability,
} from './report/wording.js';
import type { RobustMeasure } from './runs/rated.js';
import type { RobustRunRecord } from './runs/result.js';

/** Names, in reports, of the measures that can be the objective of a run. */
const OBJECTIVES: Readonly<Record<RobustMeasure, string>> = {
  psi: 'Psi, makespan-robustness',
  phi: 'phi, energy-robustness',
  'whole-bag': 'all cores in time',
};

const noPlan = (): string => 'there is no plan';

const [objective, bound, gap] = ratedFigures<RobustRunRecord>({
  objective: 'objective',
  unit: '',
  note: ({ result }) => markup`${OBJECTIVES[result.boundOn]}, as rated by the checker`,
  why: noPlan,
  bound: 'upper bound',
  proven: 'no plan within its scope has more',
  gapNote: ({ result: { decadesToBound } }) =>
    decadesToBound === null
      ? 'of the bound'
      : markup`of the bound; ${marked('decadesToBound', decadesToBound, '')} powers of ten`,
  result: ({ result }) => result,
});

/**
 * Returns the figure for makespan- or energy-robustness. Its text has the distance of the probability from 1, and the
 * quantile. `is` says what the figure means.
 */
function chance(key: 'psi' | 'phi', label: string, is: string): Figure<RobustRunRecord> {
  const of = ({ result }: RobustRunRecord): Robustness | null => result[key];
  return {
    key,
    label,
    unit: '',
    of: (run) => of(run)?.probability ?? undefined,
    words: (run) => robustnessText(of(run)!),
    shown: shownProbability,
    note: () => is,
    in: ['summary', 'fact', 'run', 'csv'],
  };
}

const energy = (key: string, joules: number): Content => marked(key, joules, 'J');

/** All figures that reports and comparisons show of a robust run. */
export const figures: readonly Figure<RobustRunRecord>[] = [
  {
    key: 'allInTime',
    label: 'all cores in time',
    unit: '',
    of: ({ result: { jointPsiLog10 } }) => (jointPsiLog10 === null ? null : 10 ** jointPsiLog10),
    words: ({ result: { jointPsiLog10 } }) => (jointPsiLog10 === null ? null : jointText(jointPsiLog10)),
    note: () => 'a probability, if times are Gaussian and independent',
    why: noPlan,
    shown: promised,
    within: [0, 1],
    in: ['summary', 'card', 'compare', 'csv'],
  },
  {
    key: 'budgetUntilLastCore',
    label: 'budget kept',
    unit: '',
    of: ({ result }) => result.energyUntilLastCore?.energyRobustness.probability ?? null,
    words: ({ result }) =>
      result.energyUntilLastCore === null ? null : chanceText(result.energyUntilLastCore.energyRobustness),
    note: ({ result }) => {
      const { energyRobustness, energyMeanJ, energySdJ, excessJ } = result.energyUntilLastCore!;
      return markup`until the last core of every node is done, a probability (${quantile(energyRobustness.z)}) if energy is Gaussian; ${energy('untilLastCoreJ', energyMeanJ)} expected (${excessText(excessJ, energyMeanJ)} Eq. 9), standard deviation ${energy('untilLastCoreSdJ', energySdJ)}`;
    },
    why: noPlan,
    shown: promised,
    within: [0, 1],
    in: ['summary', 'card', 'compare', 'csv'],
  },
  chance('psi', 'Psi', PSI_IS),
  chance('phi', 'phi', PHI_IS),
  {
    ...objective,
    shown: shownProbability,
    within: [0, 1],
    words: ({ result }) => probabilityText(result.objective, result.jointPsiLog10, result.boundOn),
  },
  {
    ...bound,
    shown: shownProbability,
    words: ({ result: { bound: most, boundZ, boundLog10 } }) =>
      most === null || boundZ === null
        ? null
        : `${boundLog10 === null ? boundText(most, boundZ) : jointText(boundLog10)} (${quantile(boundZ)})`,
  },
  gap,
  {
    key: 'psiGap',
    label: 'bound - Psi',
    unit: '',
    of: ({ result }) => result.psiGap ?? undefined,
    words: ({ result }) => roundingText(result.psiGap, '0'),
    shown: difference,
    in: ['summary', 'fact', 'compare', 'csv'],
  },
  {
    key: 'deadlineSlackPercent',
    label: 'deadline slack',
    unit: '%',
    of: ({ result }) => result.deadlineSlackPercent ?? undefined,
    words: ({ result }) => roundingText(result.deadlineSlackPercent, '0 %'),
    shown: ofHundred,
    note: () => 'more time would reach the bound',
    in: ['summary', 'fact', 'compare', 'csv'],
  },
  {
    key: 'energyBoundJ',
    label: 'least energy',
    unit: 'J',
    of: ({ result }) => result.energyBoundJ ?? undefined,
    note: () => 'proven',
    in: ['summary', 'fact', 'bound', 'csv'],
  },
  {
    key: 'energyGap',
    label: 'energy above it',
    unit: 'share',
    of: ({ result }) => result.energyGap ?? undefined,
    in: ['summary', 'fact', 'compare', 'csv'],
  },
  {
    key: 'energyMeanJ',
    label: 'energy',
    unit: 'J',
    of: ({ evaluation }) => evaluation?.energyMeanJ,
    note: ({ evaluation }) => {
      const { energyByPart: part, energySdJ } = evaluation!;
      return markup`expected by Eq. 9 (dynamic ${energy('dynamicJ', part.dynamicJ)}, static ${energy('staticJ', part.staticJ)}, overhead ${energy('overheadJ', part.overheadJ)}), standard deviation ${energy('energySdJ', energySdJ)}`;
    },
    in: ['summary', 'fact', 'compare', 'csv'],
  },
  {
    key: 'objectiveZ',
    label: 'quantile',
    unit: 'z',
    of: ({ result }) => result.objectiveZ,
    shown: difference,
    in: ['difference'],
  },
  {
    key: 'boundZ',
    label: 'quantile',
    unit: 'z',
    of: ({ result }) => result.boundZ,
    shown: quantileDigits,
    in: ['bound'],
  },
  {
    key: 'decadesToBound',
    label: 'decades below the bound',
    unit: '',
    of: ({ result }) => result.decadesToBound,
    shown: difference,
    in: ['compare'],
  },
  ofRun('jointPsiLog10', 'log10 of all in time', '', ({ result }) => result.jointPsiLog10),
  ofRun('untilLastCoreZ', 'budget kept', 'z', ({ result }) => result.energyUntilLastCore?.energyRobustness.z),
  ofRun('psiZ', 'Psi', 'z', ({ result }) => result.psi?.z),
  ofRun('phiZ', 'phi', 'z', ({ result }) => result.phi?.z),
  ofRun('deadline95S', 'deadline kept with 95 %', 's', ({ result }) => result.promise?.deadlineS),
  ofRun('budget95J', 'budget kept with 95 %', 'J', ({ result }) => result.promise?.budgetJ),
  ofRun('jointDeadline95S', 'deadline kept together', 's', ({ result }) => result.promise?.jointDeadlineS),
  ofRun('jointBudget95J', 'budget kept together', 'J', ({ result }) => result.promise?.jointBudgetJ),
];

/** Returns a figure that comparison pages show for single runs but not as a mean over runs. */
function ofRun(key: string, label: string, unit: string, of: Figure<RobustRunRecord>['of']): Figure<RobustRunRecord> {
  return { key, label, unit, of, in: ['run'] };
}

/**
 * Returns an objective or a bound as text; null if it is unknown. For "whole-bag" the text comes from the logarithm,
 * because the probability may be below the smallest double.
 */
function probabilityText(value: number | null, log10: number | null, of: RobustMeasure): string | null {
  if (value === null) return null;
  return of === 'whole-bag' && log10 !== null
    ? jointText(log10)
    : chanceText({ probability: value, complement: 1 - value });
}

/** Documentation of the fields of `details` in a result file. */
export const fields: readonly FieldWords[] = fieldWords([
  'problem ; "mo-ec", "eo-mc" ; the goal: most Psi with phi >= eta, or most phi with Psi >= Gamma',
  'constraintHandling ; word ; `dynamic`, `static`, `superiority`, `limit` as asked with `--constraint`; "none" for methods that weigh no limit',
  'improvements ; list ; of `--improve`: `z`, `ties`, `keep`; empty: as printed in the thesis',
  'boundOn ; "psi", "phi", "whole-bag" ; measure that `objective` and `bound` are on',
  'objectiveZ ; z or null ; quantile of `objective`, of a feasible plan',
  'boundZ ; z or null ; quantile of `bound`',
  'boundLog10`, `decadesToBound ; log10 or null ; whole-bag: of `bound`, and that less `jointPsiLog10`',
  'psi`, `phi ; object or null ; `z`, `probability` and `complement` (1 - probability, without loss near 1)',
  'jointPsiLog10 ; log10 or null ; of the probability that all cores finish in time, cores independent and times Gaussian; -1e308: never',
  'energyMeanJ`, `energySdJ ; J or null ; expected energy (Eqs. 5, 7, 9) and its standard deviation (Eqs. 6, 8, 10)',
  'energyUntilLastCore ; object or null ; the energy with every node on until its last core is done in fact ([equations](until-last-core.md)): `energyMeanJ`, `energySdJ`, `overheadJ`, exact for independent Gaussian times; `excessJ`, how much more than `energyMeanJ` above; `energyRobustness` (as `phi`), the probability of the budget if that energy is Gaussian',
  "promise ; object or null ; what can be [promised](whole-bag.md): `deadlineS`, `budgetJ` (s, J: each kept with `confidence` 0.95 by all cores, until the last core of every node is done), `jointDeadlineS`, `jointBudgetJ` (kept together with at least that), `bothLog10AtLeast`, `bothLog10AtMost` (log10 of the probability that the instance's deadline and budget are both kept; -1e308: never). Null for a plan that cannot be carried out",
  'psiGap ; or null ; bound - Psi, where Psi is the objective',
  "deadlineSlackPercent ; % or null ; MO-EC: by how much a later deadline would give this plan the bound's quantile of Psi, or the bound's probability of all cores",
  "energyBoundJ ; J or null ; no plan within the goal's limit needs less in expectation, proven; MO-EC: no plan at all",
  'energyGap ; fraction or null ; EO-MC: (`energyMeanJ` - `energyBoundJ`) / `energyBoundJ`',
]);

/**
 * Largest difference that is taken for a rounding error. It applies to probabilities and to percentages of a deadline.
 */
const ROUNDING = 1e-9;

/**
 * Returns the text `none` if the difference may be a rounding error. Returns null if the difference is larger or
 * unknown.
 */
function roundingText(difference: number | null | undefined, none: string): string | null {
  return typeof difference === 'number' && Math.abs(difference) < ROUNDING ? none : null;
}
