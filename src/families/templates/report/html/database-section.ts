import type { TemplatesAtlas } from '../../studies/atlas/record.js';
import { celsius, fixed, gapPercent, watts, percent, significant } from '../../../../reports/format.js';
import {
  counted,
  figure,
  markup,
  NOTHING,
  quantity,
  typeset,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { barTable } from './bar-table.js';
import { BINDING_WORDS, listed, ventsWords } from './wording.js';

/** Maximum number of vent combinations listed; the rest is counted. */
const MAX_VENTS = 12;

/** Returns the section on the contents of the whole database. */
export function databaseSection(atlas: TemplatesAtlas): SectionOptions {
  const { summary, room } = atlas;
  const { states, feasible, feasibleOnly } = summary;
  return {
    id: 'database',
    title: 'The database',
    body: [
      markup`<div class="figures">
<div><span class="label">States that can be served</span><span class="value">${figure('feasible', feasible, (value) => ({ digits: String(value), unit: '' }))} of ${figure('states', states, (value) => ({ digits: String(value), unit: '' }))}</span><span class="note">${quantity(percent(feasible / states))}; the others are proven infeasible</span></div>
<div><span class="label">Largest proven gap</span><span class="value">${figure('gap', feasibleOnly?.largestGap ?? null, gapPercent, feasibleOnly === null ? 'none' : 'infinite')}</span><span class="note">${gapNote(atlas)}</span></div>
<div><span class="label">Work per energy, mean, tasks/kJ</span><span class="value">${figure('meanTasksPerJ', feasibleOnly?.tasksPerJ.mean ?? null, (value) => ({ digits: significant(value! * 1e3, 5), unit: '' }))}</span><span class="note">${range(feasibleOnly?.tasksPerJ, (value) => significant(value * 1e3, 4))}</span></div>
<div><span class="label">CRAC set-point, mean</span><span class="value">${figure('meanSetPointC', feasibleOnly?.setPointC.mean ?? null, celsius)}</span><span class="note">${range(feasibleOnly?.setPointC, (value) => fixed(value, 2))}</span></div>
</div>
<div class="bar-tables"><div>
${barTable(
  'States by what stops them.',
  ['Stopped by', 'States'],
  summary.bindings.flatMap(({ binding, states: count }) =>
    count === 0 ? [] : [{ name: BINDING_WORDS[binding], count }],
  ),
)}${barTable(
        'States that can be served, by power limit.',
        ['Power limit', 'States'],
        summary.powerLimits.map(({ powerLimitW, states: of, feasible: count }) => ({
          name: `${listed(powerLimitW / 1000)} kW`,
          count,
          of,
        })),
      )}</div><div>
${ventsTable(atlas)}${setPointTable(atlas)}</div></div>
`,
      room.racks.length === 0 ? NOTHING : roundingText(atlas),
    ],
  };
}

function gapNote({ summary: { feasibleOnly } }: TemplatesAtlas): Content {
  if (feasibleOnly === null) return 'no state can be served';
  const { openGaps, largestGapState } = feasibleOnly;
  const where = markup`at state <a href="#state-${String(largestGapState)}">${String(largestGapState)}</a>`;
  const open = openGaps === 0 ? 'no state above 0.0001 %' : `${counted(openGaps, 'state')} above 0.0001 %`;
  return markup`${where}; ${open}. Gaps hold for settings with all nodes on (none sleeps) and one set-point common to all CRACs`;
}

function range(
  figures: { readonly least: number; readonly most: number } | undefined,
  write: (value: number) => string,
): string {
  return figures === undefined ? 'no state can be served' : `${write(figures.least)} to ${write(figures.most)}`;
}

function ventsTable({ summary: { vents }, room }: TemplatesAtlas): Markup {
  if (vents.length === 0) return NOTHING;
  const rows = vents
    .slice(0, MAX_VENTS)
    .map(({ vents: combination, states }) => ({
      name: ventsWords(room.quadrants, room.ventOpenings[combination]!),
      count: states,
    }));
  const rest = vents.slice(MAX_VENTS);
  const others = { name: counted(rest.length, 'other'), count: rest.reduce((sum, { states }) => sum + states, 0) };
  return barTable(
    `Vent combinations that are best in some state: ${String(vents.length)} of ${String(room.ventOpenings.length)}.`,
    ['Vents', 'States'],
    rest.length === 0 ? rows : [...rows, others],
  );
}

function setPointTable({ summary: { setPoints } }: TemplatesAtlas): Markup {
  if (setPoints.length === 0) return NOTHING;
  const decimals = setPoints.every(({ fromC, toC }) => Number.isInteger(fromC) && Number.isInteger(toC)) ? 0 : 1;
  return barTable(
    'States by CRAC set-point, °C.',
    ['From, to', 'States'],
    setPoints.map(({ fromC, toC, states }) => ({
      name: `${typeset(fixed(fromC, decimals))} to ${typeset(fixed(toC, decimals))}`,
      count: states,
    })),
  );
}

/** Returns the table of what rounding to whole cores breaks, by either rule. */
function roundingText({ rounding }: TemplatesAtlas): Markup {
  if (rounding === null) return NOTHING;
  const names = { safe: 'never beyond a limit', ceiling: 'each node rounded up' } as const;
  const cell = (
    breach: { readonly count: number; readonly worst: number },
    write: (worst: number) => string,
  ): Content => (breach.count === 0 ? '0' : `${typeset(String(breach.count))} (up to ${write(breach.worst)})`);
  return markup`<details><summary>Whole cores: what rounding breaks</summary>
${table({
  caption: 'Feasible states in which whole cores break a limit that utilisations keep, and by how much at worst.',
  columns: [
    { head: 'Rule' },
    { head: 'Work wanted', numeric: true },
    { head: 'Power limit', numeric: true },
    { head: 'Outlet limit', numeric: true },
    { head: 'Quadrants allowed less than runs', numeric: true },
    { head: 'Work, mean change', numeric: true },
  ],
  rows: (['safe', 'ceiling'] as const).map((rule) => {
    const { work, power, outlet, fewerThanRunning, workChange } = rounding.roundingEffects[rule];
    return [
      `${names[rule]}${rule === rounding.rounding ? ' (this database)' : ''}`,
      cell(work, (worst) => `${significant(worst, 3)} tasks/s`),
      cell(power, (worst) => `${watts(worst)!.digits} kW`),
      cell(outlet, (worst) => `${significant(worst, 3)} K`),
      cell(fewerThanRunning, (worst) => counted(worst, 'core')),
      quantity(percent(workChange.mean)),
    ];
  }),
})}</details>\n`;
}
