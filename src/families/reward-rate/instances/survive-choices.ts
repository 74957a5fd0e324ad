import type { Survive } from '../../../../models/families/reward-rate/instance.js';

/** Values of the option for failures that plans must survive. `none` cancels what the instance asks for. */
export const SURVIVE_CHOICES = [
  'any-crac',
  'any-crac-reset',
  'any-group',
  'any-group-reset',
  'none',
] as const satisfies readonly (Survive | 'none')[];
