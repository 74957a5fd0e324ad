import { S_PER_H, W_PER_KW } from '../../../models/units.js';
import type { FigureMethod, FigurePattern, TemplatesFigure } from './figure-record.js';
import type { FigurePicture } from '../picture.js';
import { fixed, significant } from '../../reports/format.js';
import { interval } from '../../reports/html/interval.js';
import { counted, figure, markup, quantity, typeset, type Content, type Markup } from '../../reports/html/markup.js';
import { BLUE, GREEN, PURPLE, VERMILLION } from '../../reports/html/palette.js';
import { verdictSection } from '../figure-html.js';
import type { SectionOptions } from '../../reports/html/section.js';
import { seriesChart } from '../../reports/html/series-chart.js';
import { studyPage } from '../../reports/html/study-page.js';
import { table } from '../../reports/html/table.js';
import { COLOUR_KEY_STYLE, colourKey, type Interval, intervalBars } from '../../reports/html/interval-bars.js';

/**
 * Returns the HTML page of Fig. 5.4 or 5.5: reward and energy by energy budget and method, with a section for each
 * arrival pattern.
 */
export function templatesFigurePage(record: TemplatesFigure, claims: FigurePicture['claims'] = []): string {
  return studyPage({
    name: record.instance,
    kind: record.name,
    lead: markup`${record.name}: ${counted(record.methods.length, 'method')} over ${counted(record.trials, 'trial')}, all on the same tasks in each. Intervals are of 95 % (Student’s t).`,
    sections: [
      ...(claims.length === 0 ? [] : [verdictSection({ claims })]),
      ...record.patterns.map((pattern, n) => patternSection(record, pattern, n)),
    ],
    record,
    style: COLOUR_KEY_STYLE,
  });
}

/** Colours of the thermal managers, which colour-blind readers can distinguish. */
const THERMAL_COLOURS: Readonly<Record<FigureMethod['thermal'], string>> = {
  overcooling: BLUE,
  throttling: VERMILLION,
  templates: GREEN,
};

/** Returns the colour of a method. Templates with a margin below the outlet limit have their own. */
function colourOf({ thermal, marginK }: FigureMethod): string {
  return marginK > 0 ? PURPLE : THERMAL_COLOURS[thermal];
}

function thermalWords({ thermal, marginK }: FigureMethod): string {
  return marginK > 0 ? `${thermal}, ${String(marginK)} K below the outlet limit` : thermal;
}

function patternSection(record: TemplatesFigure, pattern: FigurePattern, n: number): SectionOptions {
  const words = new Map(record.methods.map((method) => [thermalWords(method), colourOf(method)]));
  return {
    id: `pattern-${String(n)}`,
    title: `Arrivals: ${pattern.pattern}`,
    newPage: n > 0,
    body: [
      colourKey([...words].map(([name, colour]) => ({ name, colour }))),
      bars(record, pattern),
      powerChart(record, pattern, n),
      barsTable(record, pattern, n),
    ],
  };
}

function bars({ methods, budgetsMJ }: TemplatesFigure, { pattern, budgets }: FigurePattern): Markup {
  const range = ({ mean, interval: given }: { mean: number; interval: Omit<Interval, 'mean'> | null }): Interval => ({
    mean,
    low: given?.low ?? mean,
    high: given?.high ?? mean,
  });
  return intervalBars({
    title: `Means by energy budget and method with 95 % intervals, ${pattern} arrivals.`,
    measures: [
      { name: 'Reward', write: (value) => typeset(significant(value, 4)) },
      { name: 'Energy, MJ', write: (value) => typeset(fixed(value, 0)) },
    ],
    groups: budgetsMJ.map((budgetMJ, b) => ({
      name: `${typeset(String(budgetMJ))} MJ`,
      bars: methods.map((method, m) => {
        const found = budgets[b]![m] ?? null;
        return {
          name: method.name,
          colour: colourOf(method),
          values: found === null ? [null, null] : [range(found.reward), range(found.energyMJ)],
        };
      }),
    })),
  });
}

function powerChart({ methods, budgetsMJ, trials }: TemplatesFigure, { power }: FigurePattern, n: number): Content {
  if (power === null) return '';
  const { everyS, powerW } = power;
  return [
    markup`<h3>Power over the day at ${typeset(String(budgetsMJ[0]))} MJ</h3>\n`,
    seriesChart({
      id: `power-${String(n)}`,
      title: 'Steps: mean total power over the trials by time of day.',
      xName: 'hours since the start',
      yName: 'kW',
      fromZero: true,
      series: methods.map((method, m) => ({
        name: method.name,
        colour: colourOf(method),
        plain: true,
        points: powerW[m]!.flatMap((watts, k): [number, number][] => [
          [(k * everyS) / S_PER_H, watts / W_PER_KW],
          [((k + 1) * everyS) / S_PER_H, watts / W_PER_KW],
        ]),
      })),
    }),
    markup`<p class="caption">Means over ${typeset(String(everyS / 60))} min and ${counted(trials, 'trial')}; a room that has spent its budget draws nothing.</p>\n`,
    markup`<details><summary>Power as a table</summary>
${table({
  caption: 'Mean total power, kW, from the hour given on.',
  columns: [{ head: 'Hour', numeric: true }, ...methods.map(({ name }) => ({ head: name, numeric: true }))],
  rows: (powerW[0] ?? []).map((_, k) => [
    fixed((k * everyS) / S_PER_H, 1),
    ...powerW.map((watts) => quantity({ digits: fixed(watts[k]! / W_PER_KW, 1), unit: '' })),
  ]),
})}</details>\n`,
  ];
}

function barsTable({ methods, budgetsMJ }: TemplatesFigure, { budgets }: FigurePattern, n: number): Markup {
  const reward = (value: number) => ({ digits: significant(value, 6), unit: '' });
  const energy = (value: number) => ({ digits: fixed(value, 1), unit: '' });
  const hours = (value: number) => ({ digits: fixed(value / S_PER_H, 2), unit: 'h' });
  const rows = budgetsMJ.flatMap((budgetMJ, b) =>
    methods.map(({ name }, m): Content[] => {
      const found = budgets[b]![m] ?? null;
      const field = (what: string): string => `${what}.${String(n)}.${name}.${String(budgetMJ)}`;
      return [
        markup`<span class="nb">${name}</span>`,
        typeset(String(budgetMJ)),
        figure(field('reward'), found?.reward.mean, (value) => (found === null ? null : reward(value!))),
        interval(found?.reward.interval ?? null, reward),
        figure(field('energyMJ'), found?.energyMJ.mean, (value) => (found === null ? null : energy(value!))),
        interval(found?.energyMJ.interval ?? null, energy),
        quantity(found === null ? null : hours(found.stopS.mean)),
      ];
    }),
  );
  return table({
    caption: 'Means with 95 % intervals. “Lasts until”: when the budget is spent, or the end of the day.',
    columns: [
      { head: 'Method' },
      { head: 'Budget, MJ', numeric: true },
      { head: 'Reward', numeric: true },
      { head: '95 % interval', numeric: true },
      { head: 'Energy, MJ', numeric: true },
      { head: '95 % interval', numeric: true },
      { head: 'Lasts until', numeric: true },
    ],
    rows,
  });
}
