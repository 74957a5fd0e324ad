import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import type { CoresFigures } from '../../runs/result.js';
import type { TemplatesAtlas } from './record.js';

/** Block as stored in a database. */
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
  /** Returns the template of a state of the instance's grid. It is called once for each state, in order. */
  readonly template: (state: number) => Template;
  /** Returns work, power and hottest outlet with the allowable cores of a state; null if they are not known. */
  readonly coresFigures: ((state: number) => CoresFigures) | null;
  /**
   * Returns outlet rises per watt by vents, K/W, [outlet block][heating block]. Null without an air model; inlet
   * temperatures are then unknown.
   */
  readonly outletRiseKPerW: ((vents: number) => Float64Array) | null;
  readonly rounding: TemplatesAtlas['rounding'];
  readonly provenance: TemplatesAtlas['provenance'];
}
