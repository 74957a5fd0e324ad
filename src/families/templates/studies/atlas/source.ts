import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import type { CoresFigures } from '../../runs/result.js';
import type { TemplatesAtlas } from './record.js';

/** A block as stored in a database. */
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
  /** Returns the template of a state of the instance's grid; called once for each, in order. */
  readonly template: (state: number) => Template;
  /** Returns the effect of a state's allowable cores; null if not counted. */
  readonly coresFigures: ((state: number) => CoresFigures) | null;
  /**
   * Returns D of a vent combination, B x B row-major, K/W; null without air, and then there are no inlet temperatures.
   */
  readonly outletRiseKPerW: ((vents: number) => Float64Array) | null;
  readonly rounding: TemplatesAtlas['rounding'];
  readonly provenance: TemplatesAtlas['provenance'];
}
