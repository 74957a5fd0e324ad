import type { Robustness, RobustPromise } from '../../../../../models/problems/robust/outcome.js';
import type { RobustMeasure } from '../../runs/rated.js';
import type { RobustRunRecord } from '../../runs/result.js';
import { gapPercent, oneLine, significant } from '../../../../reports/format.js';
import { bothText, chanceText, energyText, jointText, robustnessText, secondsText } from '../summary.js';
import { TERMINATIONS, violationText } from '../../../../reports/wording.js';
import { figure, markup, NOTHING, type Content, type Markup } from '../../../../reports/html/markup.js';
import { table } from '../../../../reports/html/table.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { probability, promised as promisable } from './probability.js';

/** Greatest number of violations listed. Ours. */
const MAX_VIOLATIONS = 8;

/** Section with verdict, the probability asked for, its bound and the gap. */
export function resultSection(record: RobustRunRecord): SectionOptions {
  return {
    id: 'result',
    title: 'Result',
    body: [verdict(record), figures(record), scope(record), warnings(record), facts(record)],
  };
}

/** Names of what runs make best. */
const OBJECTIVES: Readonly<Record<RobustMeasure, string>> = {
  psi: 'Psi, makespan-robustness',
  phi: 'phi, energy-robustness',
  'whole-bag': 'All cores in time',
};

function verdict({ result, evaluation }: RobustRunRecord): Markup {
  const field = markup` data-field="feasible" data-value="${String(result.feasible)}"`;
  if (result.feasible) {
    return markup`<p class="verdict ok"${field}>✓ Feasible: the independent checker found every task placed and the limit kept</p>\n`;
  }
  const why =
    result.infeasibility === undefined
      ? NOTHING
      : markup`<div class="callout"><p>${oneLine(result.infeasibility.message)}</p></div>\n`;
  if (evaluation === null) return markup`<p class="verdict"${field}>✗ No plan</p>\n${why}`;
  const shown = result.violations.slice(0, MAX_VIOLATIONS);
  return markup`<p class="verdict"${field}>✗ Not feasible: this plan violates a limit and must not be applied</p>
<div class="callout"><ul>${shown.map((violation) => markup`<li>${oneLine(violationText(violation))}</li>`)}</ul></div>\n${why}`;
}

function figures({ result }: RobustRunRecord): Markup {
  const of = OBJECTIVES[result.boundOn];
  const isOfBag = result.boundOn === 'whole-bag';
  const noGap = result.gapReason ?? 'there is no bound';
  const joint = result.jointPsiLog10;
  const budget = result.energyUntilLastCore?.energyRobustness ?? null;
  return markup`<div class="figures">
<div><span class="label">All cores in time</span><span class="value">${figure('allInTime', joint === null ? null : 10 ** joint, () => (joint === null ? null : { digits: jointText(joint), unit: '' }))}</span><span class="note">a probability, if times are Gaussian and independent</span></div>
<div><span class="label">Budget kept until the last core of every node is done</span><span class="value">${figure('budgetUntilLastCore', budget?.probability, () => (budget === null ? null : { digits: chanceText(budget), unit: '' }))}</span><span class="note">a probability, if energy is Gaussian too</span></div>
</div>
${promised(result.promise)}<p>Psi and phi are the thesis’ measures${isOfBag ? '' : ', which methods search and bounds are proven by'}: Psi is of the least certain core alone, phi takes nodes to be on until the core expected to be last.</p>
<div class="figures">
<div><span class="label">${of}</span><span class="value">${figure('objective', result.objective, isOfBag ? promisable : probability, 'none')}</span><span class="note">${isOfBag ? 'what this run makes best' : 'the thesis’ measure'}, as rated by the checker</span></div>
<div><span class="label">Proven upper bound</span><span class="value">${figure('bound', result.bound, isOfBag ? promisable : probability)}</span><span class="note">${result.bound === null ? 'this run proves no bound' : 'no plan within its scope has more'}</span></div>
<div><span class="label">Gap between the two</span><span class="value">${figure('gap', result.gap, gapPercent)}</span><span class="note">${result.gap === null ? oneLine(noGap) : result.decadesToBound === null ? 'of the bound' : `of the bound; ${result.decadesToBound.toFixed(2)} powers of ten`}</span></div>
</div>\n`;
}

/** Table of the limits to promise. */
function promised(promise: RobustPromise | null): Markup {
  if (promise === null) return NOTHING;
  const { confidence, deadlineS, budgetJ, jointDeadlineS, jointBudgetJ } = promise;
  const percent = `${significant(100 * confidence, 4)} %`;
  const time = (name: string, seconds: number): Content =>
    figure(name, seconds, (value) => (value == null ? null : { digits: secondsText(value), unit: '' }));
  const energy = (name: string, joules: number): Content =>
    figure(name, joules, (value) => (value == null ? null : { digits: energyText(value), unit: '' }));
  return markup`${table({
    caption: `Limits to promise, by all cores and until the last core of every node is done. The deadline and budget of the instance are kept together ${bothText(promise)}.`,
    columns: [{ head: '' }, { head: 'Deadline', numeric: true }, { head: 'Budget', numeric: true }],
    rows: [
      [`Each is kept with ${percent}`, time('promise.deadlineS', deadlineS), energy('promise.budgetJ', budgetJ)],
      [
        `Both are kept together with at least ${percent}`,
        time('promise.jointDeadlineS', jointDeadlineS),
        energy('promise.jointBudgetJ', jointBudgetJ),
      ],
    ],
  })}`;
}

function scope({ result }: RobustRunRecord): Markup {
  const covers = result.bound === null ? NOTHING : markup` The bound covers ${oneLine(result.boundScope)}.`;
  return markup`<p>Termination: <span data-field="termination" data-value="${result.termination}">${TERMINATIONS[result.termination]}</span>.${covers}</p>\n`;
}

function warnings({ result }: RobustRunRecord): Markup {
  if (result.warnings.length === 0) return NOTHING;
  return markup`<div class="callout"><strong>Warnings</strong><ul>${result.warnings.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul></div>\n`;
}

function facts({ result, evaluation }: RobustRunRecord): Markup {
  const text = (value: Robustness | null): string => (value === null ? 'there is no plan' : robustnessText(value));
  const energy = (joules: number | null): string => (joules === null ? 'not known' : energyText(joules));
  const percent = (value: number | null): string => (value === null ? 'not known' : `${value.toFixed(3)} %`);
  const known: [string, Content][] = [
    [
      'All cores in time, cores independent',
      result.jointPsiLog10 === null ? 'there is no plan' : jointText(result.jointPsiLog10),
    ],
    ['The budget is kept, until last cores are done', text(result.energyUntilLastCore?.energyRobustness ?? null)],
    ['Psi: the least robust core is in time', text(result.psi)],
    ['phi: the budget is kept, as the thesis computes it', text(result.phi)],
    ['Expected energy until last cores are done', energy(result.energyUntilLastCore?.energyMeanJ ?? null)],
    ['Expected energy by Eq. 9', evaluation === null ? 'there is no plan' : energyText(evaluation.energyMeanJ)],
    ['Proven least energy', energy(result.energyBoundJ)],
    ...(result.problem === 'mo-ec'
      ? ([
          ...(result.boundOn === 'whole-bag'
            ? [['Powers of ten to the bound', result.decadesToBound?.toFixed(3) ?? 'not known']]
            : [['Bound less Psi', result.psiGap === null ? 'not known' : significant(result.psiGap, 4)]]),
          ['Deadline slack to the bound', percent(result.deadlineSlackPercent)],
        ] as [string, Content][])
      : ([['Energy above the least', percent(result.energyGap === null ? null : 100 * result.energyGap)]] as [
          string,
          Content,
        ][])),
  ];
  return markup`<dl class="facts">
${known.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`)}</dl>
`;
}
