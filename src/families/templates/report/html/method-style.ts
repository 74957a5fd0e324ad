import type { MappingName, ThermalName } from '../../../../../models/families/templates/online.js';
import { BLUE, GREEN, VERMILLION } from '../../../../reports/html/palette.js';

/** Colour of each thermal manager, distinguishable by colour-blind readers, on light and dark background. */
export const THERMAL_COLOURS: Readonly<Record<ThermalName, string>> = {
  overcooling: BLUE,
  throttling: VERMILLION,
  templates: GREEN,
};

/** Words for each mapping heuristic. */
export const MAPPING_WORDS: Readonly<Record<MappingName, string>> = {
  greedy: 'Greedy',
  consolidation: 'Consolidation',
  lbbn: 'LBBN',
  lbbr: 'LBBR',
};
