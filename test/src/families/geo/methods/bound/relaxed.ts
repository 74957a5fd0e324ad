import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { boundContext, type CoolingModel } from '../../../../../../src/families/geo/methods/bound/context.js';
import { type Relaxation, relax } from '../../../../../../src/families/geo/methods/bound/relaxation.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';

const engine = await loadHighs();

/** The relaxation with an engine that all tests of a file share. */
export function relaxed(compiled: GeoModel, model: CoolingModel = 'room'): Promise<Relaxation> {
  return relax(boundContext(compiled, model), { engine, control: UNLIMITED });
}

export { engine };
