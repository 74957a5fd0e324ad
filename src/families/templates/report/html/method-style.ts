import type { MappingName, ThermalName } from '../../../../../models/families/templates/online.js';
import { BLUE, GREEN, VERMILLION } from '../../../../reports/html/palette.js';

/** Colours by thermal manager; distinguishable for colour-blind readers, on light and dark background. */
export const THERMAL_COLOURS: Readonly<Record<ThermalName, string>> = {
  overcooling: BLUE,
  throttling: VERMILLION,
  templates: GREEN,
};

/** Words for the mappings of tasks. */
export const MAPPING_WORDS: Readonly<Record<MappingName, string>> = {
  greedy: 'Greedy',
  consolidation: 'Consolidation',
  lbbn: 'LBBN',
  lbbr: 'LBBR',
};
