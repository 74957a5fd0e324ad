import type { AtlasStates, TemplatesAtlas } from '../../studies/atlas/record.js';
import { oneLine } from '../../../../reports/format.js';
import { counted, markup, raw } from '../../../../reports/html/markup.js';
import { VIRIDIS_STOPS } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { plannersPage } from '../../../../reports/html/run-page.js';
import { atlasScript } from './atlas-script.js';
import { leafing } from './atlas-sections.js';
import { ATLAS_STYLE } from './atlas-style.js';
import { BAR_TABLE_STYLE } from './bar-table.js';
import { databaseTrust, databaseWorth } from './database-section.js';

export interface AtlasPageOptions {
  readonly deflate: Deflate;
  /** Database number of the state shown first; default: one in the middle of the feasible states. */
  readonly firstState?: number | undefined;
}

/** Returns the page of `plenum templates atlas` as a self-contained HTML file. */
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
  return plannersPage({
    name: atlas.instance,
    kind: 'templates',
    lead: markup`How to set ${counted(room.racks.length, 'rack')}, ${counted(room.cracs.length, 'CRAC')} and the vents of ${counted(room.quadrants.length, 'quadrant')} in each of ${counted(summary.states, 'state')}: the most work per energy that power and outlet limits allow, proven.`,
    apply: leafing(atlas, scales !== null),
    worth: databaseWorth(atlas),
    trust: databaseTrust(atlas),
    rest: [provenanceSection(atlas)],
    record,
    style: ATLAS_STYLE + BAR_TABLE_STYLE,
    after: markup`<script type="text/plain" id="plenum-columns">${raw(packed.base64)}</script>\n${atlasScript()}\n`,
  });
}

/** Returns the database number of the state in the middle of the feasible states on the page. */
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

/** Function that compresses bytes in zlib format, which the browser decompresses. */
type Deflate = (bytes: Uint8Array) => Uint8Array;

interface PackedColumns {
  /** Columns, with one value per state or per state and block; their bytes follow each other in this order. */
  readonly columns: readonly {
    readonly name: string;
    readonly kind: 'f64' | 'u32' | 'u16' | 'u8';
    readonly length: number;
  }[];
  readonly base64: string;
}

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/**
 * Returns the compressed bytes of all columns. Columns of the widest number types come first, so that all are aligned.
 */
function packedColumns(states: AtlasStates, deflate: Deflate): PackedColumns {
  const columns = Object.entries(states)
    .filter((entry): entry is [string, Column] => typeof entry[1] !== 'number')
    .sort(([, one], [, other]) => other.BYTES_PER_ELEMENT - one.BYTES_PER_ELEMENT);
  const bytes = new Uint8Array(columns.reduce((sum, [, column]) => sum + column.byteLength, 0));
  let offset = 0;
  for (const [, column] of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
    offset += column.byteLength;
  }
  return {
    columns: columns.map(([name, column]) => ({ name, kind: kindOf(column), length: column.length })),
    base64: Buffer.from(deflate(bytes)).toString('base64'),
  };
}

function kindOf(column: Column): 'f64' | 'u32' | 'u16' | 'u8' {
  if (column instanceof Float64Array) return 'f64';
  if (column instanceof Uint32Array) return 'u32';
  return column instanceof Uint16Array ? 'u16' : 'u8';
}

interface TemperatureScale {
  readonly minC: number;
  readonly maxC: number;
}

/** Minimum span of a temperature scale, K. Our choice: colours for smaller differences would be meaningless. */
const MIN_SPAN_K = 0.5;

/**
 * Returns colour scales of inlet and outlet temperatures over all states on the page. Returns null if temperatures are
 * unknown.
 */
function temperatureScales({
  states,
  room,
}: TemplatesAtlas): Readonly<Record<'inlet' | 'outlet', TemperatureScale>> | null {
  const { inletCentiK, inletBaseC, utilisation } = states;
  if (inletCentiK.length === 0) return null;
  const inlet = { minC: Infinity, maxC: -Infinity };
  const outlet = { minC: Infinity, maxC: -Infinity };
  const widen = (range: typeof inlet, valueC: number): void => {
    if (valueC < range.minC) range.minC = valueC;
    if (valueC > range.maxC) range.maxC = valueC;
  };
  const count = room.blocks.length;
  for (let n = 0; n < inletCentiK.length; n++) {
    const { idleK, busyK } = room.blocks[n % count]!;
    const inletC = inletBaseC + inletCentiK[n]! / 100;
    widen(inlet, inletC);
    widen(outlet, inletC + idleK + (busyK * utilisation[n]!) / 1e4);
  }
  // Blocks that are all alike are neither cold nor hot: they stand in the middle of the scale.
  const wide = ({ minC, maxC }: TemperatureScale): TemperatureScale => {
    const lackK = Math.max(0, MIN_SPAN_K - (maxC - minC));
    return { minC: minC - lackK / 2, maxC: maxC + lackK / 2 };
  };
  return { inlet: wide(inlet), outlet: wide(outlet) };
}
