import type { MappingName, ThermalName } from '../../../../../models/problems/templates/online.js';
import { BLUE, GREEN, VERMILLION } from '../../../../reports/html/palette.js';

/** Who sets CRACs and vents, by colour: told apart by colour-blind readers, on light and on dark ground. */
export const THERMAL_COLOURS: Readonly<Record<ThermalName, string>> = {
  overcooling: BLUE,
  throttling: VERMILLION,
  templates: GREEN,
};

export const MAPPING_WORDS: Readonly<Record<MappingName, string>> = {
  greedy: 'Greedy',
  consolidation: 'Consolidation',
  lbbn: 'LBBN',
  lbbr: 'LBBR',
};
