import { COMMAND_LINE, refused } from '../../instances/fault.js';
import { shownAxis } from '../../reports/sweep/axis.js';
import type { SweptTrials } from '../compare.js';
import { optionFault } from '../words.js';
import type { LoadedUtility } from './instances/load.js';
import { drawsNothing } from './instances/trial.js';
import { MIN_LENIENCY } from './methods/filters/leniency.js';
import { choicesOn, utilityAsked } from './runs/choices.js';

/** Sweeps over the leniency of a filter. Settings and held-out trials are explained in docs/utility/tuning.md. */
export const sweepOfUtility: SweptTrials<LoadedUtility> = {
  isHeldOut: true,
  chosenBy: ['objective'],
  ranges: { leniency: { fits: (value) => value >= MIN_LENIENCY, text: `numbers from ${MIN_LENIENCY.toFixed(6)}` } },
  shownAxis,
  readWords: (words) => {
    const asked = utilityAsked(words);
    const [option, remedy] =
      asked.method === undefined
        ? ['--method', 'Name the policy whose filter is swept, e.g. upe.']
        : ['--filter', 'Name the filter whose leniency is swept.'];
    return asked.method !== undefined && asked.filter !== undefined && asked.filter !== 'none'
      ? { ...asked }
      : refused(optionFault(option, undefined, 'given with a sweep of leniencies', remedy));
  },
  settings: (asked, { field, values }) => {
    const { method } = asked;
    return [
      ...values.map((at) => ({ label: `${field} ${at}`, at, asked: { ...asked, leniency: at } })),
      { label: 'online', at: null, asked: { ...asked, leniency: 'online' } },
      { label: 'no filter', at: null, asked: { method } },
      ...(method === 'price' ? [] : [{ label: 'price', at: null, asked: { method: 'price' } }]),
    ];
  },
  fault: ({ instance }, [first]) => {
    const fits = choicesOn(instance, utilityAsked(first!.asked));
    if (!fits.ok) return fits.fault;
    if (!drawsNothing(instance)) return null;
    const allowed = 'an instance in which something is drawn, so that it has trials';
    return { file: COMMAND_LINE, path: '--over', value: instance.name, allowed, remedy: 'Name another.' };
  },
  warnings: ({ instance: { energyBudgetJPerDay, costBudgetUsdPerDay } }) =>
    energyBudgetJPerDay === undefined && costBudgetUsdPerDay === undefined
      ? ['The instance has no budget: a filter lets everything pass, whatever its leniency.']
      : [],
};
