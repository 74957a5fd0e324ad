import type { MappingName, ThermalName } from '../../../../../models/families/templates/online.js';
import { BLUE, GREEN, VERMILLION } from '../../../../reports/html/palette.js';

/** Colours by the manager of CRACs and vents: told apart by colour-blind readers, on light and on dark ground. */
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
