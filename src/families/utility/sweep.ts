import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import type { Words } from '../family.js';
import { type PreparedStudy, refusedFor, type SweepOfFamily, type SweepRequest } from '../studies.js';
import { foundBySweep, limitsFault, SWEEP_FILES } from '../sweep.js';
import { optionFault } from '../words.js';
import { drawsNothing } from './instances/trial.js';
import { leniencyTexts } from './report/sweep.js';
import { choicesOn, type UtilityRequest, utilityAsked } from './runs/choices.js';
import { openUtility, problemOf } from './runs/open.js';
import { leniencyAxis, type LeniencyRequest, sweepOutcome, sweepSettings } from './studies/leniency.js';
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
  const { file, over, seed, withBound, nowS, onProgress } = request;
  const { asked, trials, workers, trace } = request.words as unknown as SweepWords;
  const limited = limitsFault(request);
  if (limited !== null) return refusedFor(limited);
  const axis = leniencyAxis(over);
  if (!('path' in axis)) return refusedFor(...axis);
  const opened = openUtility(file, trace);
  if (!opened.ok) return opened;
  const known = problemOf(opened, file);
  if (!known.ok) return known;
  const { instance, sha256 } = opened;
  const fits = choicesOn(instance, asked);
  if (!fits.ok) return refusedFor(fits.fault);
  if (drawsNothing(instance)) {
    const allowed = 'an instance in which something is drawn, so that it has trials';
    const remedy = 'Name another.';
    return refusedFor({ file: COMMAND_LINE, path: '--over', value: instance.name, allowed, remedy });
  }
  const question: LeniencyRequest = { method: asked.method!, filter: asked.filter!, axis, trials };
  const settings = sweepSettings(question);
  const count = 2 * trials * (settings.length + (withBound ? 1 : 0));
  return {
    ok: true,
    instance: instance.name,
    parts: { count, called: 'runs' },
    run: async (parts) => {
      const startS = nowS();
      const { answers, left, totalS } = await runTrials({
        ...request,
        instance,
        settings,
        trials: 2 * trials,
        workers,
        parts,
        ...(trace === undefined ? {} : { trace }),
        onRun: (done, run) => {
          const phase = `${done} of ${count} runs${run === null ? '' : `: trial ${run.trial}, ${run.label}`}`;
          onProgress({ timeS: nowS() - startS, work: done, phase, bound: null, incumbent: null });
        },
      });
      const sweep = left > 0 ? null : sweepOutcome(question, instance, answers);
      return foundBySweep({
        ended: sweep === null ? 'stopped' : 'solved',
        record: {
          method: question.method,
          seed,
          termination: sweep === null ? 'interrupted' : 'finished',
          objectiveUnit: 'utility',
          gapReason: 'a sweep has a mean share of the bound for each of its values (details)',
          warnings: [...opened.warnings, ...(hasBudget(instance) ? [] : [NO_BUDGET])],
          timeS: { total: totalS },
          details: { sha256, ...sweep, pointsLeft: left, runs: answers },
        },
        texts:
          sweep === null
            ? `Interrupted: ${answers.length} runs are kept.`
            : leniencyTexts(instance.name, question.method, sweep),
        page: async () => (await import('./report/html/sweep-page.js')).leniencyPageOf(question.method, sha256, sweep!),
      });
    },
  };
}

/** Warning where no leniency matters. */
const NO_BUDGET = 'The instance has no budget: a filter lets everything pass, whatever its leniency.';

function hasBudget({ energyBudgetJPerDay, costBudgetUsdPerDay }: UtilityInstance): boolean {
  return energyBudgetJPerDay !== undefined || costBudgetUsdPerDay !== undefined;
}
