import { J_PER_MJ } from '../../../../../models/units.js';
import { count, gapPercent, oneLine, significant, type Measured, type Shown } from '../../../../reports/format.js';
import { figure, markup, NOTHING, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { TERMINATIONS, violationText } from '../../../../reports/wording.js';
import type { UtilityReportInput } from './page-input.js';

/** Greatest number of violations listed. Ours. */
const MAX_VIOLATIONS = 8;
/** Greatest number of warnings listed. Ours. */
const MAX_WARNINGS = 12;

/** Utility with seven digits: bound and objective are told apart at a gap of 1e-6. */
export function utility(value: Measured): Shown | null {
  return isKnown(value) ? { digits: significant(value, 7), unit: '' } : null;
}

export function megajoules(joules: Measured): Shown | null {
  return isKnown(joules) ? { digits: significant(joules / J_PER_MJ, 6), unit: 'MJ' } : null;
}

function isKnown(value: Measured): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

function share(value: Measured): Shown | null {
  return isKnown(value) ? { digits: (100 * value).toFixed(2), unit: '%' } : null;
}

/** Section with verdict, utility, its bound and the gap, energy of the budget, and what became of the tasks. */
export function resultSection(input: UtilityReportInput): SectionOptions {
  return {
    id: 'result',
    title: 'Result',
    body: [verdict(input), figures(input), scope(input), warnings(input), facts(input)],
  };
}

function verdict({ record: { result, verdict: judged } }: UtilityReportInput): Markup {
  const field = markup` data-field="feasible" data-value="${String(result.feasible)}"`;
  if (result.feasible) {
    return markup`<p class="verdict ok"${field}>✓ Feasible: the independent checker found no limit exceeded</p>\n`;
  }
  if (judged === null) return markup`<p class="verdict"${field}>✗ No schedule</p>\n`;
  const shown = result.violations.slice(0, MAX_VIOLATIONS);
  const rest = result.violations.length - shown.length;
  return markup`<p class="verdict"${field}>✗ Not feasible: this schedule violates a limit</p>
<div class="callout"><ul>${shown.map((violation) => markup`<li>${oneLine(violationText(violation))}</li>`)}</ul>${rest > 0 ? markup`<p>… and ${String(rest)} more in result.json.</p>` : NOTHING}</div>\n`;
}

function figures({ record: { result } }: UtilityReportInput): Markup {
  const { objective, bound, immediateUtility, startingUtility } = result;
  const partOf = (whole: number): Shown | null => (objective !== null && whole > 0 ? share(objective / whole) : null);
  const [immediate, starting] = [partOf(immediateUtility), partOf(startingUtility)];
  const drawn = result.energyJ?.at(-1) ?? null;
  const budget = result.energyBudgetJ.at(-1) ?? null;
  return markup`<div class="figures">
<div><span class="label">Utility earned</span><span class="value">${figure('objective', objective, utility)}</span><span class="note">${immediate === null || starting === null ? 'in the measured time' : markup`${quantity(immediate)} of the immediate utility, ${quantity(starting)} of the starting utility of the measured time`}</span></div>
<div><span class="label">Proven upper bound</span><span class="value">${figure('bound', bound, utility)}</span><span class="note">${bound === null ? 'this run proves no bound' : 'no schedule earns more, whatever it knows of the arrivals'}</span></div>
<div><span class="label">Gap between the two</span><span class="value">${figure('gap', result.gap, gapPercent)}</span><span class="note">${result.gap === null ? oneLine(result.gapReason ?? 'there is no bound') : 'of the bound: scheduler and bound share it'}</span></div>
<div><span class="label">Energy in the measured time</span><span class="value">${figure('energyMeasuredJ', drawn, megajoules)}</span><span class="note">${budget === null ? (result.costBudgetUsd.some((usd) => usd !== null) ? 'the budget is one of money' : 'there is no budget') : drawn === null ? markup`of ${quantity(megajoules(budget))}` : markup`${quantity(share(drawn / budget))} of the budget of ${figure('energyBudgetMeasuredJ', budget, megajoules)}`}</span></div>
${costFigure(result)}</div>\n`;
}

/** Cost of the energy and what a dollar of it earned; nothing where energy has no price. */
function costFigure({ costUsd, costBudgetUsd, earnedPerUsd }: UtilityReportInput['record']['result']): Markup {
  if (costUsd === null) return NOTHING;
  const spent = costUsd.at(-1) ?? null;
  const budget = costBudgetUsd.at(-1) ?? null;
  const of =
    budget === null || spent === null
      ? NOTHING
      : markup`${quantity(share(spent / budget))} of the budget of ${figure('costBudgetMeasuredUsd', budget, dollars)}; `;
  const earned = earnedPerUsd === null ? NOTHING : markup`${figure('earnedPerUsd', earnedPerUsd, perUsd)}`;
  return markup`<div><span class="label">Cost of that energy</span><span class="value">${figure('costMeasuredUsd', spent, dollars)}</span><span class="note">${of}${earned}</span></div>\n`;
}

export function dollars(usd: Measured): Shown | null {
  return isKnown(usd) ? { digits: significant(usd, 6), unit: 'USD' } : null;
}

function perUsd(value: Measured): Shown | null {
  return isKnown(value) ? { digits: significant(value, 6), unit: 'utility/USD' } : null;
}

function scope({ record: { result } }: UtilityReportInput): Markup {
  const covers = result.bound === null ? NOTHING : markup` The bound covers ${oneLine(result.boundScope)}.`;
  return markup`<p>Termination: <span data-field="termination" data-value="${result.termination}">${TERMINATIONS[result.termination]}</span>.${covers}</p>\n`;
}

function warnings({ record: { result } }: UtilityReportInput): Markup {
  if (result.warnings.length === 0) return NOTHING;
  const shown = result.warnings.slice(0, MAX_WARNINGS);
  const rest = result.warnings.length - shown.length;
  return markup`<div class="callout"><strong>Warnings</strong><ul>${shown.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul>${rest > 0 ? markup`<p>… and ${String(rest)} more in result.json.</p>` : NOTHING}</div>\n`;
}

function facts({ problem, record: { result } }: UtilityReportInput): Markup {
  const { tasks, completed, dropped, preemptions } = result;
  const left = completed === null || dropped === null ? null : tasks - completed - dropped;
  const known: [string, Content][] = [
    ['Tasks, the whole time', figure('tasks', tasks, count)],
    ['Completed', figure('completed', completed, count)],
    ['Dropped', figure('dropped', dropped, count)],
    ['Left waiting or unfinished at the end', figure('left', left, count)],
    ...(problem.environment === 'preemptive'
      ? ([['Preemptions', figure('preemptions', preemptions, count)]] as [string, Content][])
      : []),
    [
      'Immediate utility: every task at the first mapping event, where it ends first',
      figure('immediateUtility', result.immediateUtility, utility),
    ],
    ['Starting utility that arrives in the measured time', figure('startingUtility', result.startingUtility, utility)],
    ...(result.utilityPerUsd === null
      ? []
      : ([['One more USD raises the bound by at most', figure('utilityPerUsd', result.utilityPerUsd, perUsd)]] as [
          string,
          Content,
        ][])),
    ...(result.utilityPerMJ === null
      ? []
      : ([['One more MJ raises the bound by at most', figure('utilityPerMJ', result.utilityPerMJ, perMJ)]] as [
          string,
          Content,
        ][])),
  ];
  return markup`<dl class="facts">
${known.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`)}</dl>
`;
}

export function perMJ(value: Measured): Shown | null {
  return isKnown(value) ? { digits: significant(value, 4), unit: 'utility/MJ' } : null;
}
