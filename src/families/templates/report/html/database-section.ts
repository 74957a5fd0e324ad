import { W_PER_KW } from '../../../../../models/units.js';
import type { TemplatesAtlas } from '../../studies/atlas/record.js';
import { fixed, watts, percent, plain, significant } from '../../../../reports/format.js';
import {
  counted,
  markup,
  NOTHING,
  quantity,
  typeset,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import { cards } from '../../../../reports/html/run-page.js';
import { table } from '../../../../reports/html/table.js';
import { databaseFigures, type DatabaseShown } from '../../figures.js';
import { barTable } from './bar-table.js';
import { BINDING_WORDS, listed, ventsWords } from './wording.js';

/** Maximum number of vent combinations listed; further ones are only counted. */
const MAX_VENTS = 12;

/** Returns the section about the whole database: feasible states, limits, best set-points and vents. */
export function databaseWorth(atlas: TemplatesAtlas): Content[] {
  const { summary } = atlas;
  return [
    markup`<div class="figures">\n${cards(databaseFigures, { of: shownOf(summary) }, false)}</div>
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
        name: `${listed(powerLimitW / W_PER_KW)} kW`,
        count,
        of,
      })),
    )}</div><div>
${ventsTable(atlas)}${setPointTable(atlas)}</div></div>
`,
  ];
}

/** Returns the evidence for the templates: gaps, limits violated after rounding, and how they are checked. */
export function databaseTrust(atlas: TemplatesAtlas): Content[] {
  const { summary, room } = atlas;
  return [
    markup`<div class="figures">\n${cards(databaseFigures, { of: shownOf(summary) }, true)}</div>\n`,
    gapNote(atlas),
    room.racks.length === 0 ? NOTHING : roundingText(atlas),
    markup`<p class="footnote">Gaps hold for settings with all nodes on (none sleeps) and one set-point common to all CRACs. <code>plenum templates check</code> judges every template by a checker that shares no code with the search.</p>\n`,
  ];
}

function shownOf({ states, feasible, feasibleOnly }: TemplatesAtlas['summary']): DatabaseShown {
  return {
    states,
    feasible,
    largestGap: feasibleOnly?.largestGap ?? null,
    largestGapState: feasibleOnly?.largestGapState ?? null,
    tasksPerJ: feasibleOnly?.tasksPerJ ?? null,
    setPointC: feasibleOnly?.setPointC ?? null,
  };
}

function gapNote({ summary: { feasibleOnly } }: TemplatesAtlas): Content {
  if (feasibleOnly === null) return NOTHING;
  const { openGaps, largestGapState } = feasibleOnly;
  const open = openGaps === 0 ? 'No state has' : `${counted(openGaps, 'state')} ${openGaps === 1 ? 'has' : 'have'}`;
  return markup`<p>${open} a gap above 0.0001 %; the largest is that of state <a href="#state-${String(largestGapState)}">${String(largestGapState)}</a>.</p>\n`;
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

function setPointTable({ summary: { setPoints, feasibleOnly } }: TemplatesAtlas): Markup {
  if (setPoints.length === 0 || feasibleOnly!.setPointC.least === feasibleOnly!.setPointC.most) return NOTHING;
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

/** Returns the table of limits that rounding to whole cores violates, for both rounding rules. */
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
      cell(power, (worst) => plain(watts(worst))),
      cell(outlet, (worst) => `${significant(worst, 3)} K`),
      cell(fewerThanRunning, (worst) => counted(worst, 'core')),
      quantity(percent(workChange.mean)),
    ];
  }),
})}</details>\n`;
}
