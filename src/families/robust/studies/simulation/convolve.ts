import type { TimeLaw } from './laws.js';
import type { AnalyticFigures, ConvolvedFigures } from './record.js';
import type { SimulatedCore, SimulatedPlan } from './simulated-plan.js';
import { sumProbability, sumSeries } from './sum-series.js';

/**
 * Returns the probabilities of finishing in time, computed by convolving the times of all tasks of each core (thesis
 * 2.4.2). Null for empirical laws and for the Gaussian law, whose result is the analytic one. Also null if a core has
 * too few tasks or too heavy tails for `sumSeries`.
 */
export function convolvedFigures(
  plan: SimulatedPlan,
  { kind }: TimeLaw,
  analytic: AnalyticFigures,
): ConvolvedFigures | null {
  if (kind === 'gaussian' || kind === 'empirical') return null;
  let least = { ...analytic.leastCore, probability: 1 };
  let logJoint = 0;
  for (const core of plan.nodes.flatMap(({ cores }) => cores)) {
    const probability = coreProbability(core, kind, plan.deadlineS);
    if (probability === null) return null;
    logJoint += Math.log(probability);
    if (probability < least.probability) least = { node: core.node, core: core.core, probability };
  }
  const joint = Math.exp(logJoint);
  return {
    least,
    joint,
    leastLessAnalytic: least.probability - analytic.psi,
    jointLessAnalytic: joint - analytic.jointPsi,
  };
}

function coreProbability({ classes }: SimulatedCore, law: 'gamma' | 'lognormal', deadlineS: number): number | null {
  const meanS = joined(classes.map((one) => one.meanS));
  const varianceS2 = joined(classes.map((one) => one.varianceS2));
  if (varianceS2.every((variance) => variance === 0)) {
    return meanS.reduce((sum, mean) => sum + mean, 0) <= deadlineS * (1 + 1e-12) ? 1 : 0;
  }
  const series = sumSeries(law, meanS, varianceS2);
  return series === null ? null : sumProbability(series, deadlineS);
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
