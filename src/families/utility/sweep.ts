import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import type { Words } from '../family.js';
import { type PreparedStudy, refusedFor, type SweepOfFamily, type SweepRequest } from '../studies.js';
import { limitsFault, preparedTrials, SWEEP_FILES, trialsAxis } from '../sweep.js';
import { optionFault } from '../words.js';
import { drawsNothing } from './instances/trial.js';
import { leniencyTexts } from './report/sweep.js';
import { choicesOn, type UtilityRequest, utilityAsked } from './runs/choices.js';
import { openUtility, problemOf } from './runs/open.js';
import { LENIENCIES, type LeniencyRequest, sweepOutcome, sweepSettings } from './studies/leniency.js';
import { runTrials } from './studies/trials.js';

export const sweepOfUtility: SweepOfFamily = { readWords: readSweepWords, files: SWEEP_FILES, prepare };

interface SweepWords {
  readonly trace?: string;
  readonly asked: UtilityRequest;
  readonly trials: number;
  readonly workers: number;
}

function readSweepWords(words: Words): Words | Refused {
  const { trials, workers = 1, trace, ...rest } = words;
  const asked = utilityAsked(rest);
  if (asked.filter === undefined || asked.filter === 'none' || asked.method === undefined) {
    const [option, remedy] =
      asked.method === undefined
        ? ['--method', 'Name the policy whose filter is swept, e.g. upe.']
        : ['--filter', 'Name the filter whose leniency is swept.'];
    return refusedFor(optionFault(option, undefined, 'given with a sweep of leniencies', remedy));
  }
  return { asked, trials, workers, ...(trace === undefined ? {} : { trace }) };
}

function prepare(request: SweepRequest): PreparedStudy | Refused {
  const { file, over, withBound } = request;
  const { asked, trials, workers, trace } = request.words as unknown as SweepWords;
  const limited = limitsFault(request);
  if (limited !== null) return refusedFor(limited);
  const axis = trialsAxis(over, LENIENCIES);
  if (!('path' in axis)) return refusedFor(...axis);
  const opened = openUtility(file, trace);
  if (!opened.ok) return opened;
  const known = problemOf(opened, file);
  if (!known.ok) return known;
  const { instance } = opened;
  const fits = choicesOn(instance, asked);
  if (!fits.ok) return refusedFor(fits.fault);
  if (drawsNothing(instance)) {
    const allowed = 'an instance in which something is drawn, so that it has trials';
    const remedy = 'Name another.';
    return refusedFor({ file: COMMAND_LINE, path: '--over', value: instance.name, allowed, remedy });
  }
  const question: LeniencyRequest = { method: asked.method!, filter: asked.filter!, axis, trials };
  const settings = sweepSettings(question);
  return preparedTrials(request, {
    opened,
    method: question.method,
    objectiveUnit: 'utility',
    warnings: [...opened.warnings, ...(hasBudget(instance) ? [] : [NO_BUDGET])],
    count: 2 * trials * (settings.length + (withBound ? 1 : 0)),
    make: async (parts, onRun) => {
      const { answers, ...made } = await runTrials({
        ...request,
        instance,
        settings,
        trials: 2 * trials,
        workers,
        parts,
        ...(trace === undefined ? {} : { trace }),
        onRun: (done, run) => {
          onRun(done, run && `trial ${run.trial}, ${run.label}`);
        },
      });
      return { ...made, runs: answers };
    },
    outcome: (runs) => sweepOutcome(question, instance, runs),
    texts: (sweep) => leniencyTexts(instance.name, question.method, sweep),
    page: async (sweep) => (await import('./report/html/sweep-page.js')).leniencyPageOf(sweep),
  });
}

/** Warning that no leniency makes a difference. */
const NO_BUDGET = 'The instance has no budget: a filter lets everything pass, whatever its leniency.';

function hasBudget({ energyBudgetJPerDay, costBudgetUsdPerDay }: UtilityInstance): boolean {
  return energyBudgetJPerDay !== undefined || costBudgetUsdPerDay !== undefined;
}
