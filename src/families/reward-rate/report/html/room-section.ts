import type { Facts } from '../facts.js';
import { watts, oneLine } from '../../../../reports/format.js';
import type { ReportRequest } from '../input.js';
import { NEAR_RED_LINE_K, rackHeat } from '../rack-heat.js';
import { type RackHeat } from '../../../../reports/html/heat-scale.js';
import { type ZoneHeat } from '../../../../reports/html/heat-scale.js';
import { inletShown, NOT_RATED } from '../../../../reports/wording.js';
import { floorPlan } from './floor-plan.js';
import { idleNote } from './idle-note.js';
import { absent } from '../../../../reports/html/section.js';
import { heatScale, outletShown } from '../../../../reports/html/heat-scale.js';
import { counted, markup, nameOf, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import { rackGrid } from './rack-grid.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Maximum number of racks named because inlets are near or above the red line. The drawing marks all. */
const NAMED = 12;

/** Returns the report section on temperatures in the room. */
export function roomSection(input: ReportRequest, facts: Facts): SectionOptions {
  const { airflow } = input.instance.facility;
  const head = {
    id: 'room',
    title: airflow.source === 'room' ? 'Floor plan' : 'Inlet temperatures by rack and level',
    newPage: true,
  };
  if (input.record.evaluation === null) return { ...head, body: [absent(NOT_RATED)] };
  const racks = rackHeat(input);
  const scale = heatScale(racks, input.instance.limits.redLineC);
  const picture =
    airflow.source === 'room' ? floorPlan(airflow, racks, scale, facts.setPoints) : rackGrid(racks, scale);
  const how =
    airflow.source === 'room'
      ? 'Each rack is coloured by its hottest inlet and carries its name and the power of its nodes, as far as there is room; the strip at its right shows its levels, lowest at the bottom. The thick edge is its inlet side. Tinted areas are the cold aisles with their tiles.'
      : 'Each column is a rack, each cell a level, lowest at the bottom. The facility gives an influence matrix and no positions.';
  return {
    ...head,
    body: [
      idleNote(input.record.idle),
      markup`<p class="caption">${how} A heavy outline marks racks within ${String(NEAR_RED_LINE_K)} K of the red line, a dashed one racks above it.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Picture of the room">${picture}</div>
`,
      nearText(racks),
      rackTable(racks),
    ],
  };
}

function nearText(racks: readonly RackHeat[]): Markup {
  const list = (state: RackHeat['state'], what: string): Markup => {
    const found = racks.filter((rack) => rack.state === state);
    if (found.length === 0) return NOTHING;
    const names = found.slice(0, NAMED).map(({ name }, i) => markup`${i > 0 ? ', ' : ''}${nameOf(name)}`);
    const rest = found.length - names.length;
    return markup`<p>${what}: ${String(found.length)} of ${counted(racks.length, 'rack')}: ${names}${rest > 0 ? ` and ${String(rest)} more` : ''}.</p>\n`;
  };
  return markup`${list('over', 'Above the red line')}${list('near', `Within ${String(NEAR_RED_LINE_K)} K of the red line`)}`;
}

function rackTable(racks: readonly RackHeat[]): Markup {
  const state = { clear: '', near: 'near the red line', over: 'above the red line' };
  const extreme = (zones: readonly ZoneHeat[], pick: (zone: ZoneHeat) => number | null): number[] =>
    zones.flatMap((zone) => pick(zone) ?? []);
  return markup`<details><summary>Temperatures and power by rack</summary>
${table({
  caption: 'By rack: hottest and coolest inlet, hottest outlet, node power.',
  columns: [
    { head: 'Rack' },
    { head: 'Hottest inlet', numeric: true },
    { head: 'Coolest inlet', numeric: true },
    { head: 'Hottest outlet', numeric: true },
    { head: 'Node power', numeric: true },
    { head: 'Red line' },
  ],
  rows: racks.map((rack) => {
    const powers = extreme(rack.zones, (zone) => zone.nodePowerW);
    return [
      oneLine(rack.name),
      quantity(inletShown(rack.hottestInletC)),
      quantity(inletShown(Math.min(...extreme(rack.zones, (zone) => zone.inletC)))),
      quantity(outletShown(rack.hottestInletC, Math.max(...extreme(rack.zones, (zone) => zone.outletC)))),
      quantity(watts(powers.length === 0 ? null : powers.reduce((sum, powerW) => sum + powerW, 0))),
      state[rack.state],
    ];
  }),
})}</details>\n`;
}
