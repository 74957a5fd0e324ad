import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import type { Refused } from '../../instances/fault.js';
import { COMMAND_LINE } from '../../instances/fault.js';
import type { Words } from '../family.js';
import { foundBySweep, limitsFault, type PreparedStudy, refusedFor, type SweepOfFamily } from '../studies.js';
import type { SweepRequest } from '../studies.js';
import { optionFault } from '../words.js';
import { choicesOn, type UtilityRequest, utilityAsked } from './runs/choices.js';
import { openUtility, problemOf } from './runs/open.js';
import { leniencyCsv, leniencyText } from './report/leniency.js';
import { leniencyAxis } from './studies/leniency/axis.js';
import { type LeniencyRequest, sweepOutcome, sweepSettings } from './studies/leniency/sweep.js';
import { drawsNothing } from './instances/trial.js';
import { runTrials } from './studies/trials.js';

export const sweepOfUtility: SweepOfFamily = {
  readWords: readSweepWords,
  files: { sweep: 'sweep.json', csv: 'sweep.csv', report: 'sweep.html' },
  prepare,
};

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
  const { file, over, seed, withBound, interrupted, nowS, onProgress } = request;
  const { asked, trials, workers, trace } = request.words as unknown as SweepWords;
  const limited = limitsFault(request);
  if (limited !== null) return refusedFor(limited);
  const values = leniencyAxis(over);
  if ('path' in values) return refusedFor(values);
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
  const question: LeniencyRequest = { method: asked.method!, filter: asked.filter!, values, trials };
  const settings = sweepSettings(question);
  const warnings = [...opened.warnings, ...(hasBudget(instance) ? [] : [NO_BUDGET])];
  const count = 2 * trials * (settings.length + (withBound ? 1 : 0));
  return {
    ok: true,
    instance: instance.name,
    parts: { count, called: 'runs' },
    run: async (parts) => {
      const startS = nowS();
      let beforeS = 0;
      const show = (phase: string, work: number): void => {
        onProgress({ timeS: nowS() - startS, work, phase, bound: null, incumbent: null });
      };
      const answers = await runTrials({
        instance,
        settings,
        trials: 2 * trials,
        seed,
        withBound,
        file,
        workers,
        parts,
        interrupted,
        ...(trace === undefined ? {} : { trace }),
        onTaken: ({ done, total }, timeS) => {
          beforeS = timeS;
          show(`${done} of ${total} runs`, done);
        },
        onRun: ({ done, total }, { trial, label }) => {
          show(`${done} of ${total} runs: trial ${trial}, ${label}`, done);
        },
      });
      const isDone = answers.length === 2 * trials * settings.length;
      const sweep = isDone ? sweepOutcome(question, instance, answers) : null;
      return foundBySweep({
        name: instance.name,
        sha256,
        sweep,
        runs: answers,
        seed,
        warnings,
        totalS: nowS() - startS + beforeS,
        objectiveUnit: 'utility',
        text: leniencyText,
        csv: leniencyCsv,
        page: async () => (await import('./report/html/leniency-page.js')).renderLeniencyPage,
      });
    },
  };
}

/** Warning where no leniency matters. */
const NO_BUDGET = 'The instance has no budget: a filter lets everything pass, whatever its leniency.';

function hasBudget({ energyBudgetJPerDay, costBudgetUsdPerDay }: UtilityInstance): boolean {
  return energyBudgetJPerDay !== undefined || costBudgetUsdPerDay !== undefined;
}
