import type { TemplatesModel } from '../../models/families/templates/model.js';
import { type CoresEffect, outletsOf } from '../../src/families/templates/methods/whole-cores.js';

/** Eqs. 55, 62 and 65 for whole cores. */
export function coresEffect(
  model: TemplatesModel,
  vents: number,
  setPointC: number,
  cores: ArrayLike<number>,
): CoresEffect {
  const { quadraticPerC2, linearPerC, constant } = model.cooling;
  const cop = (quadraticPerC2 * setPointC + linearPerC) * setPointC + constant;
  let workPerS = 0;
  let nodeW = 0;
  model.blocks.forEach((block, b) => {
    const share = cores[b]! / (block.nodeCount * block.coresPerNode);
    workPerS += block.workPerS * share;
    nodeW += block.idleW + block.busyW * share;
  });
  const hottestOutletC = outletsOf(model, vents, setPointC, cores).reduce(
    (most, value) => Math.max(most, value),
    -Infinity,
  );
  return { workPerS, powerW: nodeW * (1 + 1 / cop), hottestOutletC };
}
