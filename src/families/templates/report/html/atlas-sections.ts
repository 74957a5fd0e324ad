import type { TemplatesAtlas } from '../../studies/atlas/record.js';
import { fixed, oneLine } from '../../../../reports/format.js';
import {
  type Content,
  counted,
  markup,
  nameOf,
  NOTHING,
  raw,
  typeset,
  type Markup,
} from '../../../../reports/html/markup.js';
import { VIRIDIS_STOPS } from '../../../../reports/html/palette.js';
import { fitsBeside, roomPlan } from './room-plan.js';
import { openingWords } from './wording.js';

/** Returns the controls, figures, floor plan and overview for browsing states; the script fills in values. */
export function leafing(atlas: TemplatesAtlas, hasTemperatures: boolean): Content[] {
  const { room } = atlas;
  const beside = fitsBeside(room) ? ' beside' : '';
  return [
    sampleNote(atlas),
    markup`<noscript><p class="callout">Leafing through templates needs JavaScript.</p></noscript>
<p id="atlas-waiting">The templates are being unpacked.</p>
<div id="atlas" hidden>
<div class="atlas${beside}">
<div>
${controls(atlas)}
<div role="status" aria-live="polite"><span class="verdict" id="atlas-status"></span><p id="atlas-why"></p></div>
<div class="figures">
${tile('setPointC', 'CRAC set-point', `from ${fixed(room.setPointMinC, 1)} to ${fixed(room.setPointMaxC, 1)} °C allowed`)}${tile('hottestOutletC', 'Hottest outlet', '', 'atlas-outlet-note')}${tile('workPerS', 'Work', '', 'atlas-work-note')}${tile('powerW', 'Power', '', 'atlas-power-note')}${tile('tasksPerJ', 'Work per energy, tasks/kJ', '', 'atlas-gap-note')}${tile('cores', 'Allowable cores', '', 'atlas-cores-note')}</div>
</div>
<div>
${legend(atlas, hasTemperatures)}${roomPlan(room)}</div>
</div>
<div class="atlas-pair">
<div><h3>All arriving work and power limits, with these running cores</h3>
${overview()}</div>
<div><h3>By quadrant</h3>
${quadrantTable(atlas)}</div>
</div>
<h3>By rack and level</h3>
${rackTable(atlas, hasTemperatures)}</div>
`,
  ];
}

function sampleNote({ grid, wholeGrid, summary }: TemplatesAtlas): Markup {
  const axes = [grid.arrivingWorkPerS, ...grid.runningCores, grid.powerLimitW];
  const whole = [wholeGrid.arrivingWorkPerS, ...wholeGrid.runningCores, wholeGrid.powerLimitW];
  const shown = axes.reduce((count, axis) => count * axis.length, 1);
  if (shown === summary.states) return NOTHING;
  const names = [
    'arriving work',
    ...grid.runningCores.map((_, q) => `running cores of quadrant ${String(q + 1)}`),
    'power limit',
  ];
  const left = axes.flatMap((axis, k) =>
    axis.length === whole[k]!.length
      ? []
      : [`${names[k]!}: ${String(axis.length)} of ${String(whole[k]!.length)} values`],
  );
  return markup`<p class="callout">For want of room this page shows ${counted(shown, 'state')} of the database’s ${typeset(String(summary.states))} (${left.join('; ')}). The figures further down are of all of them.</p>\n`;
}

function controls({ grid, room, summary }: TemplatesAtlas): Markup {
  const axes = [
    { name: markup`Arriving work`, length: grid.arrivingWorkPerS.length },
    ...grid.runningCores.map((axis, q) => ({
      name: markup`Running cores, ${nameOf(room.quadrants[q]!.name)}`,
      length: axis.length,
    })),
    { name: markup`Power limit`, length: grid.powerLimitW.length },
  ];
  const slider = ({ name, length }: (typeof axes)[number], k: number): Markup => {
    const id = `axis-${String(k)}`;
    const still = length === 1 ? markup` disabled` : NOTHING;
    return markup`<div class="axis"><label for="${id}">${name}</label><output id="axis-value-${String(k)}" for="${id}"></output><input id="${id}" type="range" min="0" max="${String(length - 1)}" step="1" value="0"${still}></div>\n`;
  };
  return markup`<form onsubmit="return false"><fieldset id="atlas-fields" disabled>
${axes.map(slider)}<div class="steps"><button type="button" id="atlas-previous">‹ Previous</button><button type="button" id="atlas-next">Next ›</button><span class="state"><label for="atlas-number">State</label><input id="atlas-number" type="number" min="0" max="${String(summary.states - 1)}" step="1" inputmode="numeric"><span>of 0 to ${String(summary.states - 1)}</span></span></div>
</fieldset></form>`;
}

function tile(field: string, label: string, note: string, noteId?: string): Markup {
  const id = noteId === undefined ? NOTHING : markup` id="${noteId}"`;
  return markup`<div><span class="label">${label}</span><span class="value"><data id="atlas-${field}" data-field="${field}"></data></span><span class="note"${id}>${note}</span></div>\n`;
}

function legend({ room }: TemplatesAtlas, hasTemperatures: boolean): Markup {
  const openings = [...new Set(room.ventOpenings.flat())].sort((one, other) => one - other);
  const where =
    room.airflow === null
      ? markup`<p class="caption">The air of this room is imported and nobody says where its racks stand: they are drawn in a row by quadrant, below its vents.</p>\n`
      : NOTHING;
  const colours = hasTemperatures
    ? markup`<p class="atlas-choice"><label for="atlas-heat">Racks show</label><select id="atlas-heat"><option value="inlet">their hottest inlet, °C</option><option value="outlet">their hottest outlet, °C</option></select></p>
<div class="scale"><span id="atlas-heat-least"></span><i style="--viridis:linear-gradient(90deg,${raw(VIRIDIS_STOPS.join(','))})"></i><span id="atlas-heat-most"></span></div>\n`
    : markup`<p class="caption">No temperatures: the matrices of this room’s air are not in the database. Name the instance file with --instance to have them.</p>\n`;
  const vents = openings.map(
    (opening) =>
      markup`<span style="--mark:rgba(86,180,233,${raw(fixed(0.75 * opening, 2))})">vents ${openingWords(opening)}</span>`,
  );
  const side =
    room.airflow === null
      ? NOTHING
      : markup`<span style="--mark:linear-gradient(var(--ink) 3px,transparent 3px)">thick edge: inlet side</span>`;
  const limit = hasTemperatures ? markup`<span class="framed">framed: an outlet at its limit</span>` : NOTHING;
  return markup`${where}${colours}<div class="legend">${vents}${side}${limit}</div>\n`;
}

function quadrantTable({ room }: TemplatesAtlas): Markup {
  const rows = room.quadrants.map(
    ({ name, cores }, q) =>
      markup`<tr data-quadrant="${String(q)}"><th scope="row">${nameOf(name)}</th><td></td><td class="num"></td><td class="num"></td><td class="num"></td><th class="num">${typeset(String(cores))}</th></tr>\n`,
  );
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="By quadrant"><table id="atlas-quadrants" class="grid-table">
<thead><tr><th scope="col">Quadrant</th><th scope="col">Vents</th><th scope="col" class="num">Running cores</th><th scope="col" class="num">Allowable cores</th><th scope="col" class="num">Utilisation</th><th scope="col" class="num">Cores in all</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

function overview(): Markup {
  return markup`<p class="atlas-choice"><label for="atlas-measure">Show</label><select id="atlas-measure"><option value="setPointC">CRAC set-point, °C</option><option value="tasksPerJ">work per energy, tasks/kJ</option><option value="workPerS">work, tasks/s</option><option value="powerW">power, kW</option><option value="binding">what stops it</option></select></p>
<p class="caption" id="atlas-map-words">Power limit by row, arriving work in tasks/s by column. Hatched: infeasible, with the limit that is broken. Colours are on one scale for the whole database. A cell chosen, also with the arrow keys, is the state shown above.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Overview map"><table id="atlas-map" aria-describedby="atlas-map-words"></table></div>
<div class="scale" id="atlas-map-scale"><span id="atlas-map-least"></span><i style="--viridis:linear-gradient(90deg,${raw(VIRIDIS_STOPS.join(','))})"></i><span id="atlas-map-most"></span></div>`;
}

function rackTable({ room }: TemplatesAtlas, hasTemperatures: boolean): Markup {
  const levels = Math.max(1, ...room.blocks.map(({ level }) => level));
  const heads = Array.from({ length: levels }, (_, l) => markup`<th scope="col" class="num">L${String(l + 1)}</th>`);
  const rows = room.racks.map(({ name, blocks, cores, quadrants }, r) => {
    const cells = Array.from({ length: levels }, (_, l) => {
      const here = blocks.filter((b) => room.blocks[b]!.level === l + 1);
      return markup`<td class="num">${here.map((b) => markup`<div data-block="${String(b)}"></div>`)}</td>`;
    });
    const temperatures = hasTemperatures
      ? markup`<td class="num" data-inlet></td><td class="num" data-outlet></td>`
      : NOTHING;
    return markup`<tr data-rack="${String(r)}"><th scope="row">${nameOf(name)}</th><td>${quadrants.map((q) => oneLine(room.quadrants[q]!.name)).join(', ')}</td>${temperatures}<td class="num"><span data-allowed></span> of ${typeset(String(cores))}</td><td class="num" data-used></td>${cells}</tr>\n`;
  });
  return markup`<p class="atlas-choice"><label for="atlas-levels">Levels show</label><select id="atlas-levels"><option value="cores">allowable cores</option><option value="utilisation">utilisation, %</option>${hasTemperatures ? markup`<option value="inlet">inlet, °C</option><option value="outlet">outlet, °C</option>` : NOTHING}</select></p>
<div class="scroll" tabindex="0" role="region" aria-label="By rack and level"><table id="atlas-racks" class="grid-table"><caption>Allowable cores are whole; utilisation is the program’s own, before rounding. Levels count from the floor; shaded by utilisation.${hasTemperatures ? ' Inlet and outlet: the hottest of the rack, in steady state.' : ''}</caption>
<thead><tr><th scope="col">Rack</th><th scope="col">Quadrant</th>${hasTemperatures ? markup`<th scope="col" class="num">Inlet, °C</th><th scope="col" class="num">Outlet, °C</th>` : NOTHING}<th scope="col" class="num">Cores</th><th scope="col" class="num">Utilisation</th>${heads}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}
