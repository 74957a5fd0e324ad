import { unplannedStandbyFault } from './runs/standby-air.js';
import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import type { LocalFault, Fault, Refused } from '../../instances/fault.js';
import type { Words } from '../family.js';
import {
  type DayOfFamily,
  type DayRequest,
  endOfRuns,
  type PreparedStudy,
  refusedFor,
  type StudyFound,
  type StudyRecord,
  terminationOf,
} from '../studies.js';
import { optionFault } from '../words.js';
import { type Epoch, loadArrivals, nameOfArrivals } from './instances/arrivals.js';
import { dayCsv, dayPlansCsv } from './report/day-csv.js';
import { dayText, dayWarnings } from './report/day-summary.js';
import { directoryOf, type OpenedModel } from './runs/open.js';
import { readRunWords } from './run-words.js';
import { openSeries, runOfSeries, UNKNOWN_TO_SOME } from './series.js';
import { profileEpochs } from './studies/day/profile.js';
import type { ProfileName } from './studies/day/profile-names.js';
import type { DayResult } from './studies/day/result.js';
import { type Day, prepareDay, runDay } from './studies/day/run.js';
import { countOf } from '../../reports/format.js';

export const dayOfRewardRate: DayOfFamily = {
  readWords,
  files: { day: 'day.json', csv: 'day.csv', plans: 'plans.csv', report: 'day.html' },
  prepare,
};

/** Unit of the reward of an epoch or a day, an amount and not a rate. */
const DAY_UNIT = 'reward';

interface DayWords {
  /** File with arrival rates by epoch; absent for a built-in profile. */
  readonly arrivals?: string;
  readonly profile?: ProfileName;
  readonly objective?: string;
  /** Price of energy, USD/kWh. */
  readonly energyUsd?: number;
  /** Price of CO2, USD/t. */
  readonly carbonUsd?: number;
  /** CO2 emissions per energy, g/kWh. */
  readonly carbonIntensity?: number;
}

function readWords(words: Words): Words | Refused {
  const { arrivals, profile } = words;
  if ((arrivals === undefined) === (profile === undefined)) {
    const remedy = 'Name a file with --arrivals, or take the built-in shape of a day with --profile diurnal.';
    return refusedFor(optionFault('--arrivals', arrivals, 'either --arrivals or --profile', remedy));
  }
  return readRunWords(words);
}

function prepare(request: DayRequest): PreparedStudy | Refused {
  const { file, words, seed, interrupted } = request;
  const opened = openSeries(request);
  if (!opened.ok) return opened;
  const unplanned = unplannedStandbyFault(runOfSeries(request), opened.instance);
  if (unplanned !== null) return { ok: false, faults: [unplanned] };
  const own = words as DayWords;
  const epochs = epochsOf(own, opened.instance, seed);
  if (!epochs.ok) return epochs;
  const unpriced = tariffFault(epochs.epochs, own) ?? unpricedFault(epochs.epochs, own);
  if (unpriced !== null) return { ok: false, faults: [{ file: own.arrivals ?? file, ...unpriced }] };
  const prepared = prepareDay(opened, directoryOf(file), epochs.epochs, own.arrivals ?? file);
  if (!prepared.ok) return prepared;
  return {
    ok: true,
    instance: opened.instance.name,
    parts: { count: prepared.epochs.length, called: 'epochs' },
    run: async (store) => {
      const day = await runDay({ ...runOfSeries(request), arrivals: epochs.source, store }, prepared);
      return foundBy(day, opened, interrupted());
    },
  };
}

/** Returns a fault if the arrivals file gives prices or emissions without effect under the options; else null. */
function tariffFault(epochs: readonly Epoch[], { objective, carbonUsd }: DayWords): LocalFault | null {
  const priced = epochs.find(({ energyUsdPerKWh }) => energyUsdPerKWh !== undefined);
  const emitting = epochs.find(({ carbonGPerKWh }) => carbonGPerKWh !== undefined);
  if (emitting !== undefined && (objective !== 'money' || carbonUsd === undefined)) {
    const allowed = 'only with --objective money and --carbon-usd';
    const remedy = 'Give these options, or remove the column.';
    return { path: `epoch ${emitting.name}, carbonGPerKWh`, value: emitting.carbonGPerKWh, allowed, remedy };
  }
  if (priced === undefined || objective === 'money') return null;
  const remedy = 'Add --objective money with --reward-usd, or remove the column.';
  const allowed = 'only with --objective money';
  return { path: `epoch ${priced.name}, energyUsdPerKWh`, value: priced.energyUsdPerKWh, allowed, remedy };
}

/**
 * Returns a fault if money is the objective and some epoch lacks a price; otherwise null. Each epoch needs a price of
 * energy and, if CO2 has a price, a CO2 emission. Both may come from the arrivals file or from an option.
 */
function unpricedFault(
  epochs: readonly Epoch[],
  { objective, energyUsd, carbonUsd, carbonIntensity }: DayWords,
): LocalFault | null {
  if (objective !== 'money') return null;
  const lacking = (field: 'energyUsdPerKWh' | 'carbonGPerKWh', option: string): LocalFault | null => {
    const epoch = epochs.find((one) => one[field] === undefined);
    if (epoch === undefined) return null;
    const allowed = `a number in every epoch, as ${option} is not given`;
    const remedy = `Fill the column, or give ${option} for the epochs without a number.`;
    return { path: `epoch ${epoch.name}, ${field}`, value: undefined, allowed, remedy };
  };
  const price = energyUsd === undefined ? lacking('energyUsdPerKWh', '--energy-usd') : null;
  const isEmitting = carbonUsd !== undefined && carbonIntensity === undefined;
  return price ?? (isEmitting ? lacking('carbonGPerKWh', '--carbon-intensity') : null);
}

type Epochs =
  | { readonly ok: true; readonly epochs: readonly Epoch[]; readonly source: string }
  | { readonly ok: false; readonly faults: readonly Fault[] };

function epochsOf({ arrivals, profile }: DayWords, instance: RewardRateInstance, seed: number): Epochs {
  if (arrivals === undefined) {
    return { ok: true, epochs: profileEpochs(profile!, instance, seed), source: `profile ${profile!}, seed ${seed}` };
  }
  const loaded = loadArrivals(arrivals, instance);
  return loaded.ok ? { ok: true, epochs: loaded.epochs, source: nameOfArrivals(arrivals) } : loaded;
}

function foundBy({ result, plans }: Day, { instance, matrix }: OpenedModel, interrupted: boolean): StudyFound {
  const { epochs, epochsLeft } = result;
  const broken = epochs.find(({ failure }) => failure !== undefined);
  return {
    ended: endOfRuns(epochs, interrupted, UNKNOWN_TO_SOME),
    ...(broken?.failure === undefined ? {} : { failure: broken.failure }),
    record: recordOf(result),
    notes: dayWarnings(result),
    text: dayText(result),
    texts: (files) => ({
      csv: () => dayCsv(result),
      plans: () => dayPlansCsv(instance, matrix, result, plans),
      report: async () => {
        const { renderDayReport } = await import('./report/day-report.js');
        return renderDayReport({ ...result, files }, { instance, matrix, plans });
      },
    }),
  };

  function recordOf({ method, seed, ledger, boundScope, warnings, timeS, ...more }: DayResult): StudyRecord {
    const { sha256, naive, choices, arrivals, taskTypes, epochsResumed, matrixProvenance, currency } = more;
    // The sum over a part of the day is not the day's.
    const isWhole = epochsLeft === 0;
    const missing = isWhole ? epochs.filter(({ feasible }) => !feasible).length : epochsLeft;
    const whyNone = isWhole ? `${countOf(missing, 'epoch')} without a feasible plan` : 'not all epochs were solved';
    return {
      method,
      seed,
      termination: terminationOf(epochs, epochsLeft),
      feasible: missing === 0,
      objective: isWhole ? ledger.reward : null,
      objectiveUnit: DAY_UNIT,
      bound: isWhole ? ledger.rewardBound : null,
      boundScope: boundScope === '' ? null : boundScope,
      // A day that lacks plans is not proven best, also where its epochs without one are proven to have none.
      gap: missing === 0 ? ledger.gap : null,
      gapReason: missing === 0 ? whyNoGap(ledger) : whyNone,
      warnings,
      timeS,
      details: {
        sha256,
        naive,
        choices,
        arrivals,
        taskTypes,
        epochs,
        epochsLeft,
        epochsResumed,
        ledger,
        matrixProvenance,
        ...(currency === undefined ? {} : { currency }),
      },
    };
  }
}

function whyNoGap({ gap, rewardBound }: DayResult['ledger']): string | null {
  if (gap !== null) return null;
  return rewardBound === null ? 'an epoch has no bound' : 'the bounds of its epochs do not hold for all of their plans';
}
