import { currencyOf } from '../../../models/units.js';
import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import { COMMAND_LINE, formatFaults } from '../../instances/fault.js';
import { shownAxis } from '../../reports/sweep/axis.js';
import { runDriver } from '../../runs/control.js';
import { refusedFor } from '../studies.js';
import { sweepOverTrials, type SweptTrials } from '../sweep-trials.js';
import { optionFault } from '../words.js';
import { figures, type UtilityShown } from './figures.js';
import { type LoadedUtility, loadJudgedUtility } from './instances/load.js';
import { drawsNothing, trialOf } from './instances/trial.js';
import { utilityBound } from './methods/bound/utility-bound.js';
import { MIN_LENIENCY } from './methods/filters/leniency.js';
import { choicesOn, type UtilityRequest, utilityAsked } from './runs/choices.js';
import { openUtility, openedWork } from './runs/open.js';
import { solveUtilityInstance } from './runs/solve.js';

/**
 * Definition of sweeps over the leniency of a filter. Settings and held-out trials are explained in
 * docs/utility/tuning.md.
 */
const SWEPT: SweptTrials<LoadedUtility, UtilityRequest, UtilityShown> = {
  readWords: ({ trials, workers = 1, trace, ...rest }) => {
    const asked = utilityAsked(rest);
    if (asked.filter !== undefined && asked.filter !== 'none' && asked.method !== undefined) {
      const log = trace === undefined ? {} : { trace: trace as string };
      return { asked, trials: trials as number, workers: workers as number, ...log };
    }
    const [option, remedy] =
      asked.method === undefined
        ? ['--method', 'Name the policy whose filter is swept, e.g. upe.']
        : ['--filter', 'Name the filter whose leniency is swept.'];
    return refusedFor(optionFault(option, undefined, 'given with a sweep of leniencies', remedy));
  },
  ranges: { leniency: { fits: (value) => value >= MIN_LENIENCY, text: `numbers from ${MIN_LENIENCY.toFixed(6)}` } },
  shownAxis,
  objectiveUnit: 'utility',
  figures,
  chosenBy: ['objective'],
  isHeldOut: true,
  open: (file, { trace }) => {
    const opened = openUtility(file, trace);
    const known = opened.ok ? openedWork(opened, file) : opened;
    return known.ok ? opened : known;
  },
  fault: ({ instance }, { asked }) => {
    const fits = choicesOn(instance, asked);
    if (!fits.ok) return fits.fault;
    if (!drawsNothing(instance)) return null;
    const allowed = 'an instance in which something is drawn, so that it has trials';
    return { file: COMMAND_LINE, path: '--over', value: instance.name, allowed, remedy: 'Name another.' };
  },
  warnings: ({ instance }) => (hasBudget(instance) ? [] : [NO_BUDGET]),
  settings: ({ method, ...filtered }, { field, values }) => {
    const of = method === undefined ? {} : { method };
    return [
      ...values.map((at) => ({ label: `${field} ${at}`, at, asked: { ...of, ...filtered, leniency: at } })),
      { label: 'online', at: null, asked: { ...of, ...filtered, leniency: 'online' } },
      { label: 'no filter', at: null, asked: of },
      ...(method === 'price' ? [] : [{ label: 'price', at: null, asked: { method: 'price' } }]),
    ];
  },
  trialOf: ({ instance, room }, trial, { file, words: { trace } }) => {
    const source = { file, bytes: new Uint8Array(), room, ...(trace === undefined ? {} : { trace }) };
    return loadJudgedUtility(trialOf(instance, trial), source);
  },
  run: async (opened, asked, { seed, trial, ...control }) => {
    const answer = await solveUtilityInstance({ ...control, asked, opened, seed: seed + trial - 1, withBound: false });
    if (!answer.ok) throw new RangeError(formatFaults(answer.faults));
    const { result } = answer.solved.record;
    return { result, shown: { result, currency: currencyOf(opened.instance) } };
  },
  bound: async ({ model }, _, control) => (await utilityBound(model!, runDriver(control))).bound,
  task: { module: import.meta.url, exportName: 'leniencyInWorker' },
};

export const { sweep: sweepOfUtility, inWorker: leniencyInWorker } = sweepOverTrials(SWEPT);

/** Text of the warning that the leniency has no effect, because the instance has no budget. */
const NO_BUDGET = 'The instance has no budget: a filter lets everything pass, whatever its leniency.';

function hasBudget({ energyBudgetJPerDay, costBudgetUsdPerDay }: UtilityInstance): boolean {
  return energyBudgetJPerDay !== undefined || costBudgetUsdPerDay !== undefined;
}
