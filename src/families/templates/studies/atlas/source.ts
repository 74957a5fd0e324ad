import type { TemplatesInstance } from '../../../../../models/problems/templates/instance.js';
import type { Template } from '../../../../../models/problems/templates/template.js';
import type { CoresFigures } from '../../runs/result.js';
import type { TemplatesAtlas } from './record.js';

/** A block as a database knows it. */
export interface AtlasSourceBlock {
  readonly name: string;
  readonly rack: string;
  readonly level: number;
  readonly nodeType: string;
  readonly quadrant: number;
  readonly nodeCount: number;
  readonly coresPerNode: number;
}

export interface AtlasSource {
  readonly instance: TemplatesInstance;
  readonly blocks: readonly AtlasSourceBlock[];
  /** Returns the template of a state of the instance's grid. Asked for once each, in order. */
  readonly template: (state: number) => Template;
  /** Effect of the allowable cores of a state; null if nobody counted. */
  readonly coresFigures: ((state: number) => CoresFigures) | null;
  /**
   * D of a vent combination, B x B row-major, K/W; null if the air is not at hand: then there are no inlet
   * temperatures.
   */
  readonly outletRiseKPerW: ((vents: number) => Float64Array) | null;
  readonly rounding: TemplatesAtlas['rounding'];
  readonly provenance: TemplatesAtlas['provenance'];
}
