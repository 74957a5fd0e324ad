import type { NonlinearAnswer } from '../../../../solvers/nonlinear/interior-point.js';
import type { Relaxation } from './relaxation.js';

/** End of the interior-point method from one start. */
export interface Optimum {
  readonly start: string;
  readonly program: Relaxation;
  readonly answer: NonlinearAnswer;
  /** The relaxation's own value: averaged features, continuous P-states. */
  readonly rewardPerS: number;
}

/** Greatest violation of a point that still counts as keeping the limits, in the program's units. */
const NEAR = 1e-4;

/** Points that keep the limits first, then local optima, then reward: an end that is no optimum is only the best for want of one. */
export function better(a: Pick<Optimum, 'answer' | 'rewardPerS'>, b: Pick<Optimum, 'answer' | 'rewardPerS'>): boolean {
  const [near, far] = [a.answer.kkt.feasibility <= NEAR, b.answer.kkt.feasibility <= NEAR];
  if (near !== far) return near;
  const [found, other] = [a.answer.status === 'localOptimum', b.answer.status === 'localOptimum'];
  return found === other ? a.rewardPerS > b.rewardPerS : found;
}
