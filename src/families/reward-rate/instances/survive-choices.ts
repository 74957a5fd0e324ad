import type { Survive } from '../../../../models/families/reward-rate/instance.js';

/** Choices of failures that plans survive; `none` cancels what an instance asks for. */
export const SURVIVE_CHOICES = [
  'any-crac',
  'any-crac-reset',
  'any-group',
  'any-group-reset',
  'none',
] as const satisfies readonly (Survive | 'none')[];
