import { type ComparedFigure, type CompareTexts, GAP } from '../../../reports/compare/report.js';
import { labelled } from '../../../reports/compare/words.js';
import { plain } from '../../../reports/format.js';
import type { RobustMeasure } from '../runs/rated.js';
import type { RobustComparisonRecord } from '../studies/compare/comparison.js';
import {
  difference,
  objectiveName,
  ofHundred,
  probability,
  promised,
  quantileDigits,
  shortProbability,
} from './compare-format.js';

/** Figures of the runs of a comparison on a measure. */
function figuresOf(measure: RobustMeasure): readonly ComparedFigure[] {
  const certain = { unit: '', notation: () => probability };
  const csv = (key: string, name: string): ComparedFigure => ({ key, label: name, unit: '', csv: name, in: ['csv'] });
  const of = objectiveName(measure);
  const isOn = (own: RobustMeasure): ComparedFigure['in'] =>
    own === measure ? ['text', 'methods', 'runs', 'csv'] : ['csv'];
  return [
    {
      key: 'allInTime',
      label: 'all in time',
      unit: '',
      notation: () => promised,
      csv: 'all_cores_in_time',
      in: ['text', 'methods', 'runs', 'csv'],
    },
    csv('jointPsiLog10', 'all_cores_in_time_log10'),
    {
      key: 'budgetUntilLastCore',
      label: 'budget until last core',
      unit: '',
      notation: () => promised,
      csv: 'budget_until_last_core',
      in: ['text', 'methods', 'runs', 'csv'],
    },
    csv('untilLastCoreZ', 'budget_until_last_core_z'),
    csv('deadline95S', 'deadline_95_s'),
    csv('budget95J', 'budget_95_j'),
    csv('jointDeadline95S', 'joint_deadline_95_s'),
    csv('jointBudget95J', 'joint_budget_95_j'),
    {
      ...certain,
      key: 'objective',
      label: of,
      ...(measure === 'phi' ? { head: of } : {}),
      ends: shortProbability,
      hasInterval: true,
      bound: 'bound',
      in: measure === 'whole-bag' ? ['differences'] : ['text', 'methods', 'differences'],
    },
    { key: 'objectiveZ', label: 'z', head: 'z', unit: '', notation: () => difference, in: ['differences'] },
    { key: 'boundZ', label: 'z', head: 'z', unit: '', notation: () => quantileDigits, in: ['bounds'] },
    { ...certain, key: 'psi', label: 'Psi', csv: 'psi', in: ['runs', 'csv'] },
    csv('psiZ', 'psi_z'),
    { ...certain, key: 'phi', label: 'phi', head: 'phi', csv: 'phi', in: ['runs', 'csv'] },
    csv('phiZ', 'phi_z'),
    csv('bound', 'bound'),
    csv('boundZ', 'bound_z'),
    { ...GAP, in: measure === 'psi' ? ['csv'] : GAP.in },
    {
      key: 'decadesToBound',
      label: 'decades below the bound',
      unit: '',
      notation: () => difference,
      csv: 'decades_to_bound',
      in: isOn('whole-bag'),
    },
    { key: 'psiGap', label: 'bound less Psi', unit: '', notation: () => difference, csv: 'psi_gap', in: isOn('psi') },
    {
      key: 'deadlineSlackPercent',
      label: 'deadline slack',
      unit: '%',
      notation: () => ofHundred,
      csv: 'deadline_slack_percent',
      in: isOn('psi'),
    },
    {
      key: 'energyMeanJ',
      label: 'energy',
      unit: 'J',
      bound: 'energyBoundJ',
      csv: 'energy_mean_j',
      in: ['text', 'methods', 'runs', 'csv'],
    },
    csv('energyBoundJ', 'energy_bound_j'),
    { key: 'energyGap', label: 'energy above least', unit: 'share', csv: 'energy_gap', in: isOn('phi') },
  ];
}

/** Words and figures of a comparison of robust methods. */
export function robustCompareReport(record: RobustComparisonRecord): CompareTexts {
  const { problem, boundOn, constraintHandling, improvements } = record;
  const boundZ = record.bounds.length === 1 ? record.bounds[0]!.boundZ : null;
  const improved = improvements.length === 0 ? '' : `, improvements ${improvements.join(' ')}`;
  return {
    titled: boundOn === 'whole-bag' ? `, ${problem}, all cores in time` : `, ${problem}`,
    head: [
      ...(boundZ === null ? [] : [labelled('bound in z', plain(quantileDigits(boundZ)))]),
      labelled('searches', `constraint handling ${constraintHandling}${improved}, where a label says no other`),
    ],
    figures: figuresOf(boundOn),
    balance: 'objectiveZ',
    notes: [
      'all in time: probability that all cores are; budget until last core: that it is kept until the last core of every node is done.',
      boundOn === 'whole-bag'
        ? "lagrange searches by all cores in time; the others by Psi, the thesis' measure, which is of the least certain core alone."
        : "Psi and phi, which the methods search by, are the thesis' measures: of the least certain core, and until the core expected to be last.",
    ],
    page: async () => (await import('./html/compare.js')).robustComparePage(record),
  };
}
