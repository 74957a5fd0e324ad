import type { TemplatesAtlas } from '../../studies/atlas/record.js';
import { oneLine } from '../../../../reports/format.js';
import { counted, markup, raw } from '../../../../reports/html/markup.js';
import { VIRIDIS_STOPS } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { atlasScript } from './atlas-script.js';
import { atlasSection } from './atlas-sections.js';
import { ATLAS_STYLE } from './atlas-style.js';
import { BAR_TABLE_STYLE } from './bar-table.js';
import { databaseSection } from './database-section.js';
import { type Deflate, packedColumns } from './pack.js';
import { temperatureScales } from './temperature-scales.js';

export interface AtlasPageOptions {
  readonly deflate: Deflate;
  /** State shown first (of the database); left out: one in the middle of those that can be served. */
  readonly firstState?: number | undefined;
}

/** `plenum templates atlas`: one HTML file that needs nothing else. */
export function atlasPage(atlas: TemplatesAtlas, { deflate, firstState }: AtlasPageOptions): string {
  const { states, room, summary } = atlas;
  const scales = temperatureScales(atlas);
  const packed = packedColumns(states, deflate);
  const record = {
    ...atlas,
    states: undefined,
    columns: packed.columns,
    inletBaseC: states.inletBaseC,
    scales,
    viridis: VIRIDIS_STOPS,
    firstState: firstState ?? middleState(atlas),
  };
  return studyPage({
    name: atlas.instance,
    kind: 'templates',
    lead: markup`How to set ${counted(room.racks.length, 'rack')}, ${counted(room.cracs.length, 'CRAC')} and the vents of ${counted(room.quadrants.length, 'quadrant')} in each of ${counted(summary.states, 'state')}: the most work per energy that power and outlet limits allow, proven.`,
    sections: [databaseSection(atlas), atlasSection(atlas, scales !== null), provenanceSection(atlas)],
    record,
    style: ATLAS_STYLE + BAR_TABLE_STYLE,
    after: markup`<script type="text/plain" id="plenum-columns">${raw(packed.base64)}</script>\n${atlasScript()}\n`,
  });
}

/** State in the middle of those shown that can be served, by its number in the database. */
function middleState({ states, bindings, grid, wholeGrid }: TemplatesAtlas): number {
  const feasible = [...states.binding.keys()].filter((s) => !bindings[states.binding[s]!]!.startsWith('infeasible'));
  let left = feasible[Math.floor(feasible.length / 2)] ?? 0;
  const axes = [grid.arrivingWorkPerS, ...grid.runningCores, grid.powerLimitW];
  const whole = [wholeGrid.arrivingWorkPerS, ...wholeGrid.runningCores, wholeGrid.powerLimitW];
  let number = 0;
  let digit = 1;
  for (let k = axes.length - 1; k >= 0; k--) {
    number += digit * whole[k]!.indexOf(axes[k]![left % axes[k]!.length]!);
    left = Math.floor(left / axes[k]!.length);
    digit *= whole[k]!.length;
  }
  return number;
}

function provenanceSection({ provenance, description }: TemplatesAtlas): SectionOptions {
  const rows = provenance.map(
    ([name, value]) => markup`<div><dt>${oneLine(name)}</dt><dd>${oneLine(value)}</dd></div>\n`,
  );
  return {
    id: 'provenance',
    title: 'How this was made',
    body: [
      description === null ? '' : markup`<p>${oneLine(description)}</p>\n`,
      markup`<dl class="facts">\n${rows}</dl>\n`,
    ],
  };
}
