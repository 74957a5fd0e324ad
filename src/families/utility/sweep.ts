import type { SweptTrials } from '../compare.js';
import type { LoadedUtility } from './instances/load.js';
import { MIN_LENIENCY } from './methods/filters/leniency.js';

/** Sweeps over the leniency of a filter. Settings and held-out trials are explained in docs/utility/tuning.md. */
export const sweepOfUtility: SweptTrials<LoadedUtility> = {
  isHeldOut: true,
  chosenBy: ['objective'],
  axes: { leniency: { is: 'number', least: MIN_LENIENCY, option: 'leniency' } },
  needed: {
    method: 'Name the policy whose filter is swept, e.g. upe.',
    filter: 'Name the filter whose leniency is swept.',
  },
  beside: ({ method, ...filtered }) => ({
    online: { method, ...filtered, leniency: 'online' },
    'no filter': { method },
    ...(method === 'price' ? {} : { price: { method: 'price' } }),
  }),
  warnings: ({ instance: { energyBudgetJPerDay, costBudgetUsdPerDay } }) =>
    energyBudgetJPerDay === undefined && costBudgetUsdPerDay === undefined
      ? ['The instance has no budget: a filter lets everything pass, whatever its leniency.']
      : [],
};
