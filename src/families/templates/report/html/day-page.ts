import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import type { DayOutcome, MappingName } from '../../../../../models/families/templates/online.js';
import type { DayMethodRecord, TemplatesDay, TemplatesDayRecord } from '../../studies/day/record.js';
import { joules, number, oneLine, seconds, significant } from '../../../../reports/format.js';
import { absent } from '../../../../reports/html/section.js';
import {
  counted,
  markup,
  nameOf,
  NOTHING,
  quantity,
  typeset,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { callout } from '../../../../reports/html/result-section.js';
import { plannersPage } from '../../../../reports/html/run-page.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';
import { ATLAS_STYLE } from './atlas-style.js';
import { dayBuckets } from './day-buckets.js';
import { dayFigure } from './day-figure.js';
import { budgetWords, energyTable, fatesTable, hoursTable, lookupsTable } from './day-tables.js';
import { colourKey, intervalBars, type Interval } from '../../../../reports/html/interval-bars.js';
import { MAPPING_WORDS, THERMAL_COLOURS } from './method-style.js';

/** Words for each rule that chooses a template if the nearest state is infeasible. */
const INFEASIBLE_STATE: Readonly<Record<TemplatesDayRecord['options']['infeasibleState'], string>> = {
  'largest-limit': 'the largest power limit',
  'next-limit': 'the next higher power limit',
  'best-effort': 'the best effort of the state',
};

/** Returns the HTML page of `plenum templates day` with the days of all methods. */
export function templatesDayPage(day: TemplatesDay): string {
  const { record } = day;
  const isEmpty = record.methods.length === 0;
  return plannersPage({
    name: record.instance,
    kind: 'a day online',
    lead: markup`${counted(record.methods.length, 'method')} on the same ${counted(record.arrivals.tasks, 'task')} (${oneLine(record.arrivals.description)}) in ${typeset(significant(record.arrivals.durationS / S_PER_H))} h.`,
    apply: isEmpty ? [absent('no method was simulated to its end')] : bestMethods(day),
    worth: isEmpty ? [] : [bars(record), fatesTable(record), energyTable(record)],
    trust: [
      isEmpty ? NOTHING : judgement(record),
      callout('Warnings', notices(record), Infinity),
      lookupsTable(record),
    ],
    rest: [...(isEmpty ? [] : powerSections(day)), madeSection(record)],
    record,
    style: ATLAS_STYLE,
  });
}

/** Returns the best method under each energy budget, with its set-points by hour. */
function bestMethods(day: TemplatesDay): Content[] {
  const { methods } = day.record;
  const budgets = methods[0]!.budgets.map(({ outcome: { energyBudgetJ } }, b) => {
    const outcomeOf = (m: number): DayOutcome => methods[m]!.budgets[b]!.outcome;
    const places = [...methods.keys()].sort(
      (one, other) =>
        outcomeOf(other).reward - outcomeOf(one).reward ||
        outcomeOf(one).energyJ.total - outcomeOf(other).energyJ.total,
    );
    const best = places[0]!;
    const alike = places.slice(1).filter((m) => outcomeOf(m).reward === outcomeOf(best).reward);
    return { budget: b, energyBudgetJ, best, outcome: outcomeOf(best), alike: alike.map((m) => methods[m]!.name) };
  });
  return [
    tableOf(
      'Method to run, by energy budget: the one that earns most, of several that earn as much the one with the least energy.',
      budgets,
      [
        { head: 'Energy budget', of: ({ energyBudgetJ }) => budgetWords(energyBudgetJ) },
        { head: 'Method', of: ({ best }) => nameOf(methods[best]!.name) },
        numeric('Reward', ({ outcome }) => quantity(number(outcome.reward))),
        numeric('Energy', ({ outcome }) => quantity(joules(outcome.energyJ.total))),
        { head: 'Earn as much', of: ({ alike }) => (alike.length === 0 ? 'none' : alike.join(', ')) },
      ],
    ),
    budgets.map(({ budget, energyBudgetJ, best }) =>
      hoursTable(day, budget, [best], `Set-points by hour of ${methods[best]!.name}, ${budgetWords(energyBudgetJ)}`),
    ),
  ];
}

/**
 * Returns the sentence that energy, heat and tasks add up on all days. Returns nothing if they do not; a notice on the
 * page then says so.
 */
function judgement({ methods }: TemplatesDayRecord): Content {
  const open = methods.some(({ budgets }) => budgets.some(({ closure }) => !closure.closes));
  return open
    ? NOTHING
    : markup`<p>Every ledger closes: energy, heat and tasks agree however they are added up. One day each, hence no intervals: plenum reproduce fig-5.4 repeats days with other tasks.</p>\n`;
}

function notices({ methodsLeft, warnings, methods }: TemplatesDayRecord): string[] {
  const open = methods.some(({ budgets }) => budgets.some(({ closure }) => !closure.closes));
  return [
    ...(methodsLeft > 0 ? [`Interrupted: ${counted(methodsLeft, 'method')} asked for is not shown.`] : []),
    ...(open ? ['A ledger does not close: this is a mistake in the program, please report it with the instance.'] : []),
    ...warnings,
  ];
}

/** Returns bar charts of the reward and energy of each method under each budget. */
function bars(record: TemplatesDayRecord): Content {
  const single = (value: number): Interval => ({ mean: value, low: value, high: value });
  const groups = record.methods[0]!.budgets.map(({ outcome }, b) => ({
    name: budgetWords(outcome.energyBudgetJ),
    bars: record.methods.map((method) => {
      const { reward, energyJ } = method.budgets[b]!.outcome;
      return {
        name: method.name,
        colour: THERMAL_COLOURS[method.thermal],
        values: [single(reward), single(energyJ.total / J_PER_MJ)],
      };
    }),
  }));
  const write = (value: number): string => typeset(significant(value));
  return [
    keyOf(record.methods),
    intervalBars({
      title: 'Bars by energy budget and method.',
      measures: [
        { name: 'Reward', write },
        { name: 'Energy, MJ', write },
      ],
      groups,
    }),
  ];
}

function keyOf(methods: readonly DayMethodRecord[]): Markup {
  const thermals = [...new Set(methods.map(({ thermal }) => thermal))];
  return colourKey(thermals.map((name) => ({ name, colour: THERMAL_COLOURS[name] })));
}

/**
 * Returns a section for each energy budget, with one figure for each mapping heuristic so that each figure has few
 * lines.
 */
function powerSections(day: TemplatesDay): SectionOptions[] {
  const { methods } = day.record;
  const budgets = methods[0]!.budgets;
  return budgets.map(({ outcome }, b): SectionOptions => {
    const words = budgetWords(outcome.energyBudgetJ);
    return {
      id: budgets.length === 1 ? 'power' : `power-${String(b)}`,
      title: `Power over the day${budgets.length === 1 && !Number.isFinite(outcome.energyBudgetJ) ? '' : `, ${words}`}`,
      body: figuresOf(day, b),
      newPage: b > 0,
    };
  });
}

function figuresOf({ record, series }: TemplatesDay, budget: number): Content[] {
  const { methods, outletLimitC } = record;
  const { durationS, tasksPerSByHour } = record.arrivals;
  const mappings = [...new Set(methods.map(({ mapping }) => mapping))];
  const bucketsOf = (m: number) => {
    const { stoppedAtS } = methods[m]!.budgets[budget]!.outcome;
    return (most: number) => dayBuckets(series[m]![budget]!, durationS, stoppedAtS, most);
  };
  const powersW = methods.flatMap((_, m) => bucketsOf(m)(480).map(({ powerW }) => powerW));
  const figure = (mapping: MappingName): Content => {
    const chosen = [...methods.keys()].filter((m) => methods[m]!.mapping === mapping);
    return [
      mappings.length === 1 ? NOTHING : markup`<h3>${MAPPING_WORDS[mapping]}</h3>\n`,
      dayFigure({
        title: `${MAPPING_WORDS[mapping]}: how long each method lasts, power, CRAC set-point and hottest outlet over the day, and arrivals. The table below has the figures.`,
        durationS,
        outletLimitC,
        tasksPerSByHour,
        powersW,
        days: chosen.map((m) => ({
          name: methods[m]!.name,
          colour: THERMAL_COLOURS[methods[m]!.thermal],
          stoppedAtS: methods[m]!.budgets[budget]!.outcome.stoppedAtS,
          buckets: bucketsOf(m),
        })),
      }),
      hoursTable({ record, series }, budget, chosen),
    ];
  };
  const [first, ...others] = mappings.map(figure);
  // Many budgets make a long page.
  const folded = methods[0]!.budgets.length > 1 && others.length > 0;
  return [
    first ?? NOTHING,
    folded ? markup`<details><summary>The other mappings</summary>\n${others}</details>\n` : others,
    markup`<p class="caption">Total power: nodes and CRACs, means over short stretches; set-points at their ends, outlets at their hottest. A dotted line and a dot mark where a method has spent its energy budget and the room stops. Nodes whose outlet passes the dashed line are throttled.</p>\n`,
  ];
}

function madeSection({
  sha256,
  seed,
  arrivals,
  options,
  database,
  matrixProvenance,
  timeS,
}: TemplatesDayRecord): SectionOptions {
  const facts: readonly (readonly [string, Content])[] = [
    ['Instance, SHA-256', markup`<code>${sha256}</code>`],
    ['Air', oneLine(matrixProvenance)],
    ['Arrivals', `${oneLine(arrivals.description)}, seed ${String(seed)}`],
    ['Template database', database === null ? 'none needed' : oneLine(database)],
    [
      'Mapping and thermal events',
      `every ${String(options.mappingIntervalS)} s and ${String(options.thermalIntervalS)} s`,
    ],
    [
      'Set-points without templates',
      `overcooling ${String(options.overcoolingC)} °C, throttling ${String(options.throttlingC)} °C`,
    ],
    ['Longest step of temperatures', `${String(options.thermalStepS)} s`],
    ['Late tasks', options.lateTasks === 'run' ? 'are run all the same' : 'are dropped'],
    ['Where the nearest state is infeasible', INFEASIBLE_STATE[options.infeasibleState]],
    ['Time', quantity(seconds(Object.values(timeS).reduce((sum, one) => sum + one, 0)))],
  ];
  const rows = facts.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`);
  return { id: 'provenance', title: 'How this was made', body: [markup`<dl class="facts">\n${rows}</dl>\n`] };
}
