import {
  count,
  gapPercent,
  oneLine,
  percent,
  significant,
  type Measured,
  type Shown,
} from '../../../../reports/format.js';
import {
  figure,
  markup,
  NOTHING,
  quantity,
  typeset,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { TERMINATIONS, violationText } from '../../../../reports/wording.js';
import { energy, isKnown, type JobsReportInput, worth } from './page-input.js';

/** Greatest number of violations, and of warnings listed. Ours. */
const [MAX_VIOLATIONS, MAX_WARNINGS] = [8, 12];

type Result = JobsReportInput['record']['result'];

/** Section with verdict, value, bound and gap, energy, what became of the jobs, and what it means in words. */
export function resultSection({ record: { result, schedule } }: JobsReportInput): SectionOptions {
  return {
    id: 'result',
    title: 'Result',
    body: [
      verdict(result, schedule !== null),
      figures(result),
      meaning(result),
      scope(result),
      warnings(result),
      facts(result),
    ],
  };
}

function verdict(result: Result, isThere: boolean): Markup {
  const field = markup` data-field="feasible" data-value="${String(result.feasible)}"`;
  if (result.feasible) {
    return markup`<p class="verdict ok"${field}>✓ Feasible: the independent checker found no rule broken</p>\n`;
  }
  if (!isThere) return markup`<p class="verdict"${field}>✗ No schedule</p>\n`;
  const shown = result.violations.slice(0, MAX_VIOLATIONS);
  const rest = result.violations.length - shown.length;
  return markup`<p class="verdict"${field}>✗ ${result.violations.length > 0 ? 'Not feasible: this schedule breaks a rule' : 'This schedule was not checked'}</p>
${shown.length === 0 ? NOTHING : markup`<div class="callout"><ul>${shown.map((violation) => markup`<li>${oneLine(violationText(violation))}</li>`)}</ul>${rest > 0 ? markup`<p>… and ${String(rest)} more in result.json.</p>` : NOTHING}</div>`}\n`;
}

export function valuePerMJ(value: Measured): Shown | null {
  return isKnown(value) ? { digits: significant(value, 5), unit: 'per MJ' } : null;
}

function figures(result: Result): Markup {
  const { objective, bound, energyJ, outcomes, jobs, moves, fronts, exactFronts, startingValue } = result;
  const ofStart = objective === null || !(startingValue > 0) ? null : percent(objective / startingValue);
  const rejected = outcomes === null ? null : outcomes.worthless + outcomes.dropped;
  return markup`<div class="figures">
<div><span class="label">Value earned</span><span class="value">${figure('objective', objective, worth)}</span><span class="note">${ofStart === null ? 'by all jobs' : markup`${quantity(ofStart)} of what the jobs are worth as they arrive`}</span></div>
<div><span class="label">Proven upper bound</span><span class="value">${figure('bound', bound, worth)}</span><span class="note">${bound === null ? 'this run proves no bound' : 'no schedule earns more, even one that knows all arrivals'}</span></div>
<div><span class="label">Gap between the two</span><span class="value">${figure('gap', result.gap, gapPercent)}</span><span class="note">${result.gap === null ? oneLine(result.gapReason ?? 'there is no bound') : 'of the bound: scheduler and bound share it'}</span></div>
<div><span class="label">Energy drawn</span><span class="value">${figure('energyJ', energyJ, energy)}</span><span class="note">of the cores while jobs hold them</span></div>
<div><span class="label">Value for energy</span><span class="value">${figure('valuePerMJ', result.valuePerMJ, valuePerMJ)}</span><span class="note">value earned over energy drawn</span></div>
<div><span class="label">Jobs in time</span><span class="value">${figure('inTime', outcomes?.inTime ?? null, count)}</span><span class="note">${outcomes === null ? markup`of ${figure('jobs', jobs, count)} jobs` : markup`of ${figure('jobs', jobs, count)}; ${figure('late', outcomes.late, count)} late, ${figure('rejected', rejected, count)} rejected`}</span></div>
<div><span class="label">Moves of running jobs</span><span class="value">${figure('moves', moves, count)}</span><span class="note">${result.policy.adaptation === null ? 'this policy moves none' : 'to other cores, at checkpoints'}</span></div>
<div><span class="label">Profiles proven exact</span><span class="value">${figure('exactFronts', exactFronts, count)}</span><span class="note">of ${figure('fronts', fronts, count)} fronts of time and energy in use</span></div>
</div>\n`;
}

/** The figures in words. */
function meaning(result: Result): Markup {
  const { objective, outcomes, jobs, startingValue, bound, energyJ } = result;
  if (objective === null || outcomes === null) return NOTHING;
  const { inTime, late, worthless, dropped } = outcomes;
  const number = (value: number, one: string): string => `${typeset(String(value))} ${value === 1 ? one : `${one}s`}`;
  const left =
    bound === null || !(bound > 0)
      ? 'How much more could have been earned is not known: no bound was proven.'
      : markup`Whatever one does, at most ${quantity(worth(bound))} can be earned: a better schedule may gain ${quantity(worth(Math.max(0, bound - objective)))} at most.`;
  return markup`<p>Of ${number(jobs, 'job')}, worth ${quantity(worth(startingValue))} in all as they arrive, ${typeset(String(inTime))} ended in time, ${typeset(String(late))} late but with some value, and ${typeset(String(worthless + dropped))} earned nothing (${typeset(String(dropped))} never ran, ${typeset(String(worthless))} ended too late). They earned ${quantity(worth(objective))}${energyJ === null ? '' : markup` for ${quantity(energy(energyJ))} of energy`}. ${left}</p>\n`;
}

function scope({ bound, boundScope, termination }: Result): Markup {
  const covers = bound === null ? NOTHING : markup` The bound covers ${oneLine(boundScope)}.`;
  return markup`<p>Termination: <span data-field="termination" data-value="${termination}">${TERMINATIONS[termination]}</span>.${covers}</p>\n`;
}

function warnings({ warnings: all }: Result): Markup {
  if (all.length === 0) return NOTHING;
  const shown = all.slice(0, MAX_WARNINGS);
  const rest = all.length - shown.length;
  return markup`<div class="callout"><strong>Warnings</strong><ul>${shown.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul>${rest > 0 ? markup`<p>… and ${String(rest)} more in result.json.</p>` : NOTHING}</div>\n`;
}

function facts(result: Result): Markup {
  const { outcomes } = result;
  const known: [string, Content][] = [
    ['Value of all jobs as they arrive', figure('startingValue', result.startingValue, worth)],
    ['Rejected: never ran, or ended worth nothing', figure('rejectedShare', result.rejectedShare, percent)],
    ['Never ran', figure('dropped', outcomes?.dropped ?? null, count)],
    ['Ended worth nothing', figure('worthless', outcomes?.worthless ?? null, count)],
    ['Bound where no job is moved', figure('rigidBound', result.rigidBound, worth)],
    ['Bound where jobs may be moved', figure('malleableBound', result.malleableBound, worth)],
    ['Most value that this energy allows', figure('valueBoundAtEnergy', result.valueBoundAtEnergy, worth)],
    ['Least energy that this value needs', figure('energyBoundForValueJ', result.energyBoundForValueJ, energy)],
  ];
  return markup`<dl class="facts">
${known.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`)}</dl>
`;
}
