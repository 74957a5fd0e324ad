import { gapPercent, oneLine } from '../../../../reports/format.js';
import { bindingGroups, energyUse, gapUsd, ratedEvaluation } from '../figures.js';
import { bindingText, kilogrammes, kilowattHoursOf, usd, usdPartsOf } from '../format.js';
import type { GeoReportInput } from '../input.js';
import { otherLimits, TERMINATIONS, violationText } from '../../../../reports/wording.js';
import { geoPlanOrigin } from '../origin.js';
import { figure, markup, NOTHING, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';

/** Greatest number of further limits listed. Ours. */
const MAX_OTHERS = 40;
/** Greatest number of violations listed. Ours. */
const MAX_VIOLATIONS = 8;
/** Greatest number of warnings listed. Ours. */
const MAX_WARNINGS = 12;

/** Section with verdict, the bill, its bound and the gap; the same with the cooling of Eq. 43. */
export function resultSection(input: GeoReportInput): SectionOptions {
  return {
    id: 'result',
    title: 'Result',
    body: [verdict(input), figures(input), scope(input), warnings(input), facts(input), binding(input)],
  };
}

function verdict({ record: { result, evaluation } }: GeoReportInput): Markup {
  const field = markup` data-field="feasible" data-value="${String(result.feasible)}"`;
  if (result.feasible) {
    return markup`<p class="verdict ok"${field}>✓ Feasible: the independent checker found every task served and no limit violated</p>\n`;
  }
  const others = otherLimits(result.infeasibility, MAX_OTHERS).map((text) => markup`<li>${oneLine(text)}</li>`);
  const why =
    result.infeasibility === undefined
      ? NOTHING
      : markup`<div class="callout"><p>${oneLine(result.infeasibility.message)}</p>${others.length === 0 ? NOTHING : markup`<ul>${others}</ul>`}</div>\n`;
  if (evaluation === null) return markup`<p class="verdict"${field}>✗ No plan</p>\n${why}`;
  const shown = result.violations.slice(0, MAX_VIOLATIONS);
  const rest = result.violations.length - shown.length;
  return markup`<p class="verdict"${field}>✗ Not feasible: this plan violates a limit and must not be applied</p>
<div class="callout"><ul>${shown.map((violation) => markup`<li>${oneLine(violationText(violation))}</li>`)}</ul>${rest > 0 ? markup`<p>… and ${String(rest)} more in the record.</p>` : NOTHING}</div>\n${why}`;
}

function figures({ record: { result, evaluation } }: GeoReportInput): Markup {
  const noGap = result.gapReason ?? (result.bound === null ? 'there is no bound' : 'there is no rated plan');
  return markup`<div class="figures">
<div><span class="label">Cost of the horizon</span><span class="value">${figure('objective', result.objective, usd)}</span><span class="note">${evaluation === null ? 'there is no plan' : 'as billed by the checker, cooling by the rooms’ own temperatures'}</span></div>
<div><span class="label">Proven lower bound</span><span class="value">${figure('bound', result.bound, usd)}</span><span class="note">${result.bound !== null ? 'no plan within its scope costs less' : result.infeasibility === undefined ? 'this run proves no bound' : 'it is proven that no plan is feasible'}</span></div>
<div><span class="label">Gap between the two</span><span class="value">${figure('gap', result.gap, gapPercent)}</span><span class="note">${result.gap === null ? oneLine(noGap) : markup`of the bound: at most ${quantity(usdPartsOf(result.objective)(gapUsd(result)))} could still be saved`}</span></div>
</div>\n`;
}

function scope({ record: { result } }: GeoReportInput): Markup {
  const covers = result.bound === null ? NOTHING : markup` The bound covers ${oneLine(result.boundScope)}.`;
  return markup`<p>Termination: <span data-field="termination" data-value="${result.termination}">${TERMINATIONS[result.termination]}</span>.${covers}</p>\n`;
}

function warnings({ record: { result } }: GeoReportInput): Markup {
  if (result.warnings.length === 0) return NOTHING;
  const shown = result.warnings.slice(0, MAX_WARNINGS);
  const rest = result.warnings.length - shown.length;
  return markup`<div class="callout"><strong>Warnings</strong><ul>${shown.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul>${rest > 0 ? markup`<p>… and ${String(rest)} more in the record.</p>` : NOTHING}</div>\n`;
}

function facts({ problem, record }: GeoReportInput): Markup {
  const { result } = record;
  const evaluation = ratedEvaluation(record);
  const { rules } = problem.instance;
  const use = evaluation === null ? null : energyUse(evaluation.cells.flat());
  const { planFrom } = result;
  const known: [string, Content][] = [
    ...(planFrom === undefined
      ? []
      : ([
          ['Plan from', markup`<span data-field="planFrom" data-value="${planFrom}">${geoPlanOrigin(result)}</span>`],
        ] as [string, Content][])),
    ['Cost with the cooling of Eq. 43 (CUP)', figure('costByCupUsd', result.costByCupUsd, usd)],
    ['Proven lower bound on that', figure('boundByCupUsd', result.boundByCupUsd, usd)],
    ['Gap of these two', figure('gapByCup', result.gapByCup, gapPercent)],
    ['The bill by the methods’ own model', figure('claimedCostUsd', result.claimedCostUsd, usd)],
    ['Energy at the meter', figure('drawnKwh', use?.drawnKwh, kilowattHoursOf)],
    ['of which bought', figure('gridKwh', use?.gridKwh, kilowattHoursOf)],
    ...((evaluation?.carbonKg ?? 0) > 0 || rules.carbonCapKg !== undefined
      ? ([
          [
            'Emissions of what is bought',
            markup`${figure('carbonKg', evaluation?.carbonKg, kilogrammes)}${rules.carbonCapKg === undefined ? NOTHING : markup` of at most ${quantity(kilogrammes(rules.carbonCapKg))}`}`,
          ],
        ] as [string, Content][])
      : []),
  ];
  if (evaluation === null && result.boundByCupUsd === null) return NOTHING;
  return markup`<dl class="facts">
${known.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`)}</dl>
`;
}

function binding({ record: { result } }: GeoReportInput): Markup {
  const groups = bindingGroups(result.binding);
  if (groups.length === 0) return NOTHING;
  return markup`<p>Limits the plan meets with hardly any room: ${groups.map((group) => oneLine(bindingText(group))).join('; ')}.</p>\n`;
}
