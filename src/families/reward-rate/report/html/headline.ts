import type { Facts } from '../facts.js';
import {
  celsius,
  count,
  gapPercent,
  headlineReward,
  energyOfKWh,
  kilowatts,
  oneLine,
  ratio,
  amountInUnit,
  inUnit,
} from '../../../../reports/format.js';
import type { IdleRoom } from '../../runs/result.js';
import type { ReportInput } from '../input.js';
import {
  constraintName,
  NOT_RATED,
  otherLimits,
  TERMINATIONS,
  violationText,
  whyNoObjective,
} from '../../../../reports/wording.js';
import { whyNoPlan } from '../wording.js';
import { timeSharing } from '../wording.js';
import { planOrigin } from '../wording.js';
import {
  figure,
  markup,
  nameOf,
  NOTHING,
  quantity,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';

/** Greatest number of limits listed that an infeasible facility breaks; the record has them all. */
const MAX_OTHERS = 30;

/** Verdict, reward rate, bound, gap and the facts a planner asks for first. */
export function headline(input: ReportInput, facts: Facts): SectionOptions {
  return {
    id: 'result',
    title: 'Result',
    body: [verdict(input), figures(input), scope(input), warnings(input), keyFacts(input, facts)],
  };
}

function verdict(input: ReportInput): Markup {
  const {
    plan,
    record: { result },
  } = input;
  const field = markup` data-field="feasible" data-value="${String(result.feasible)}"`;
  if (result.feasible) {
    return markup`<p class="verdict ok"${field}>✓ Feasible: the independent checker found no limit violated</p>\n`;
  }
  if (plan === null) {
    return markup`<p class="verdict"${field}>✗ No feasible plan</p>
<div class="callout"><p>Why: ${oneLine(whyNoPlan(result))}</p>${obstacle(input)}</div>\n`;
  }
  const shown = result.violations.slice(0, 8).map((violation) => markup`<li>${oneLine(violationText(violation))}</li>`);
  const rest = result.violations.length - shown.length;
  return markup`<p class="verdict"${field}>✗ Not feasible: this plan violates a limit and must not be applied</p>
<div class="callout"><ul>${shown}</ul>${rest > 0 ? markup`<p>… and ${String(rest)} more, listed under “What to apply”.</p>` : NOTHING}${obstacle(input)}</div>\n`;
}

function obstacle({ record: { result } }: ReportInput): Markup {
  const { infeasibility } = result;
  if (!infeasibility) return NOTHING;
  const where = infeasibility.where === '' ? 'the facility' : oneLine(infeasibility.where);
  const others = otherLimits(infeasibility, MAX_OTHERS).map((text) => markup`<li>${oneLine(text)}</li>`);
  const also = others.length === 0 ? NOTHING : markup`<p>Also in the way:</p><ul>${others}</ul>`;
  const fixes = (infeasibility.fixes ?? []).map(({ message }) => markup`<li>${oneLine(message)}</li>`);
  const mending = fixes.length === 0 ? NOTHING : markup`<p>What would make it feasible:</p><ul>${fixes}</ul>`;
  return markup`<p>In the way: ${constraintName(infeasibility.constraint)} of ${where}, short by ${quantity(amountInUnit(infeasibility.amount, infeasibility.unit))}.</p>${also}${mending}`;
}

function figures({ plan, record: { result } }: ReportInput): Markup {
  const { objective, bound, gap } = result;
  const noGap = `none, because ${result.gapReason ?? (bound === null ? 'there is no bound' : whyNoObjective(plan !== null))}`;
  return markup`<div class="figures">
<div><span class="label">Reward rate of the plan</span><span class="value">${figure('objective', objective, headlineReward, 'none')}</span><span class="note">${objective === null ? whyNoObjective(plan !== null) : `as rated by the checker, in ${oneLine(result.objectiveUnit)}`}</span></div>
<div><span class="label">Proven upper bound</span><span class="value">${figure('bound', bound, headlineReward)}</span><span class="note">${bound === null ? 'this run proves no bound' : 'no plan within its scope earns more'}</span></div>
<div><span class="label">Gap between the two</span><span class="value">${figure('gap', gap, gapPercent)}</span><span class="note">${gap === null ? oneLine(noGap) : 'of the bound: the most that could still be gained'}</span></div>
</div>\n`;
}

function scope({ record: { result } }: ReportInput): Markup {
  const covers = result.bound === null ? NOTHING : markup` The bound covers ${oneLine(result.boundScope)}.`;
  return markup`<p>Termination: <span data-field="termination" data-value="${result.termination}">${TERMINATIONS[result.termination]}</span>.${covers}</p>\n`;
}

function warnings({ record: { result } }: ReportInput): Markup {
  if (result.warnings.length === 0) return NOTHING;
  return markup`<div class="callout"><strong>Warnings</strong><ul>${result.warnings.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul></div>\n`;
}

function keyFacts({ instance, plan, record }: ReportInput, facts: Facts): Markup {
  const ofPower = figure('powerCapW', instance.limits.powerCapW, kilowatts);
  const ofInlet = figure('redLineC', instance.limits.redLineC, celsius);
  const cap = lessReserve(record.result, 'powerCap', ofPower, kilowatts);
  const redLine = lessReserve(record.result, 'redLine', ofInlet, celsius);
  const hottestZone = facts.hottestZone === null ? '' : markup` at ${nameOf(facts.hottestZone)}`;
  const hottest = markup`${figure('hottestInletC', facts.hottestInletC, celsius)}${hottestZone}; red line ${redLine}`;
  const setPoints = facts.setPoints.map(
    ({ crac, setPointC }, c) =>
      markup`${c > 0 ? ', ' : ''}${nameOf(crac)} ${figure(`setPointC.${String(c)}`, setPointC, celsius)}`,
  );
  const total = record.evaluation?.power.totalW;
  const missing = (reason: string): Markup => markup`<span class="none">${reason}</span>`;
  const busy = (field: string, some: number | null, all: number): Markup =>
    some === null ? missing('there is no plan') : markup`${figure(field, some, count)} of ${quantity(count(all))}`;
  const rated: [string, Content][] = [
    ['PUE (total over node power)', figure('pue', facts.pue, ratio)],
    ['Energy per day', figure('energyKWhPerDay', facts.energyKWhPerDay, energyOfKWh)],
  ];
  const known: [string, Content][] = [
    [
      'Total power, of the cap',
      total === undefined
        ? markup`${missing(NOT_RATED)}; cap ${cap}`
        : markup`${figure('totalW', total, kilowatts)} of ${cap}`,
    ],
    ...leastPower(record.result),
    ...money(record.result),
    ['CRAC set-points', plan === null ? missing('there is no plan') : setPoints],
    [
      'Hottest inlet, and the red line',
      facts.hottestInletC === null ? markup`${missing(NOT_RATED)}; red line ${redLine}` : hottest,
    ],
    ...(record.evaluation === null ? [] : rated),
    ...colocation(record.result),
    ...origin(record.result),
    ...(facts.sharingNodes ? [['Time shared', sharing(facts, record.result)] satisfies [string, Content]] : []),
    ...(facts.standbyNodes ? [['Nodes on standby', standby(facts)] satisfies [string, Content]] : []),
    ['Nodes busy', busy('busyNodes', facts.busyNodes, facts.nodes)],
    ['Cores busy', busy('busyCores', facts.busyCores, facts.cores)],
  ];
  return markup`<dl class="facts">
${known.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`)}</dl>
`;
}

/** Limit as it is written; where a part of it is reserved, what plans keep before it. */
function lessReserve(
  { reserves = [] }: ReportInput['record']['result'],
  limit: 'powerCap' | 'redLine',
  written: Markup,
  format: typeof kilowatts,
): Markup {
  const found = reserves.find(({ constraint }) => constraint === limit);
  if (found === undefined) return written;
  const { kept, reserve, unit } = found;
  const reserved = quantity(inUnit(reserve, unit === 'C' ? 'K' : unit));
  return markup`${figure(`${limit}.kept`, kept, format)} (${written} less a reserve of ${reserved})`;
}

/** Fact on the least power of the plan's reward; none where it was not looked for. */
function leastPower({ leastPower: least }: ReportInput['record']['result']): [string, Content][] {
  if (least === undefined) return [];
  const bound = figure('leastPower.boundW', least.boundW, kilowatts);
  return [
    ['Least power of this reward', markup`${bound} proven, gap ${figure('leastPower.gap', least.gap, gapPercent)}`],
  ];
}

/** Fact on the money that the plan makes; none where it was not asked for. */
function money({ money: made }: ReportInput['record']['result']): [string, Content][] {
  if (made === undefined) return [];
  const usd = (name: keyof typeof made, usdPerH: number): Markup =>
    figure(`money.${name}`, usdPerH, (value) => inUnit(value, 'USD/h'));
  const bound = usd('boundUsdPerH', made.boundUsdPerH);
  return [['Money, revenue less energy', markup`${usd('usdPerH', made.usdPerH)}; no plan makes more than ${bound}`]];
}

/** Fact on the method that found the plan; none where it is the method asked for. */
function origin(result: ReportInput['record']['result']): [string, Content][] {
  const { planFrom } = result;
  if (planFrom === undefined) return [];
  return [['Plan from', markup`<span data-field="planFrom" data-value="${planFrom}">${planOrigin(result)}</span>`]];
}

function standby(facts: Facts): Markup {
  return markup`${figure('standbyNodes', facts.standbyNodes, count)} of ${quantity(count(facts.nodes))}; idle they would draw ${figure('standbySavedW', facts.standbySavedW, kilowatts)} more${allOn(facts)}`;
}

/** Part of a sentence on the plans that keep all nodes on; nothing where nothing was proven of them. */
function allOn({ allOn: beside }: Facts): Markup {
  if (beside === null) return NOTHING;
  if (beside.bound === null) return markup`; with all nodes on there is no plan`;
  const most = figure('standby.allOn.bound', beside.bound, headlineReward);
  return markup`; with all nodes on no plan earns more than ${most}`;
}

function sharing(facts: Facts, result: ReportInput['record']['result']): Markup {
  return markup`<span data-field="sharingNodes" data-value="${String(facts.sharingNodes)}">${timeSharing(facts, result.sharing)}</span>`;
}

/** Share of the undisturbed reward that is kept; nothing where tasks do not disturb each other. */
function colocation({ objective, colocationLoss: loss }: ReportInput['record']['result']): [string, Content][] {
  if (objective === null || loss === null || !(Math.abs(loss) > 1e-9)) return [];
  return [
    [
      'Co-location takes',
      markup`${figure('colocationLoss', loss, gapPercent)} of what these cores would earn undisturbed`,
    ],
  ];
}

/** Note above sections that show the idle facility in place of a plan. */
export function idleNote(idle: IdleRoom | undefined): Markup {
  if (idle === undefined) return NOTHING;
  return markup`<p class="callout">There is no plan: this is the facility with every node idle and no core at work, at the best set-points found. Work only adds to it.</p>\n`;
}
