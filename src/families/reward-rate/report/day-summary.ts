import { J_PER_KWH } from '../../../../models/units.js';
import type { DayMoney, DayOneByOne, DayResult, EpochResult } from '../studies/day/result.js';
import {
  countOf,
  gapPercent,
  headlineReward,
  kilowatts,
  oneLine,
  plain,
  shorten,
  significant,
} from '../../../reports/format.js';
import { studyWarnings } from '../../../reports/study-warnings.js';
import { firstLimit } from '../../../reports/wording.js';

/** A day as a table for a terminal, with its ledger. Ends with a newline. */
export function dayText(result: DayResult): string {
  const { ledger, taskTypes } = result;
  const kWh = (joules: number): string => `${significant(joules / J_PER_KWH, 6)} kWh`;
  const { energy } = ledger;
  const lines = [
    `instance      ${oneLine(result.instance)}, method ${result.method}${result.naive ? ' --naive' : ''}, arrivals ${oneLine(result.arrivals)}`,
    `${'epoch'.padEnd(12)}  ${'reward/s'.padStart(12)}  ${'bound'.padStart(12)}  ${'gap'.padStart(10)}  ${'power'.padStart(12)}`,
    ...result.epochs.map(epochLine),
    ...(result.epochsLeft > 0 ? [`Interrupted: ${result.epochsLeft} epochs were not solved; run again to go on.`] : []),
    `reward        ${significant(ledger.reward, 8)}, at most ${ledger.rewardBound === null ? 'unknown' : significant(ledger.rewardBound, 8)} (gap ${plain(gapPercent(ledger.gap))})`,
    `energy        ${kWh(energy.totalJ)}: idle ${kWh(energy.idleJ)}, cores ${kWh(energy.coresJ)}, cooling ${kWh(energy.coolingJ)}, UPS ${kWh(energy.upsLossJ)}, other ${kWh(energy.otherJ)}`,
    ...(ledger.money === undefined ? [] : [moneyLine(ledger.money)]),
    ...(ledger.leastEnergyJ === undefined
      ? []
      : [`least energy  plans of these rewards use at least ${kWh(ledger.leastEnergyJ)}`]),
    ...(ledger.waking === undefined
      ? []
      : [
          `waking        ${ledger.waking.nodes} nodes at the starts of epochs, counted above: at most ${kWh(ledger.waking.energyJ)} more, ${significant(ledger.waking.rewardLost, 4)} reward less`,
        ]),
    ...(ledger.oneByOne === undefined ? [] : [oneByOneLine(ledger.oneByOne, result.epochs)]),
    ...ledger.tasks.map(
      ({ arrived, completed, lost }, i) =>
        `${shorten(taskTypes[i]!, 12).padEnd(12)}  ${significant(completed, 6)} of ${significant(arrived, 6)} tasks, ${significant(lost, 4)} lost`,
    ),
    ...(ledger.closure.closes ? [] : ['The ledger does not close: see closure in day.json. Please report this.']),
    ...(result.boundScope === '' ? [] : [`bounds cover  ${oneLine(result.boundScope)}`]),
    ...Object.entries(result.files).map(([name, file]) => `${name.padEnd(12)}  ${oneLine(file)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function oneByOneLine({ reward, energyJ, wakingNodes, usd }: DayOneByOne, epochs: readonly EpochResult[]): string {
  const other = countOf(epochs.filter(({ alone }) => alone !== undefined).length, 'epoch');
  const money = usd === undefined ? '' : `, ${significant(usd, 6)} USD`;
  return `one by one    planned without regard to waking: reward ${significant(reward, 8)}, ${significant(energyJ / J_PER_KWH, 6)} kWh${money}, ${wakingNodes} nodes wake; ${other} planned otherwise for the day`;
}

function moneyLine({ usd, boundUsd, revenueUsd, energyUsd }: DayMoney): string {
  const most = boundUsd === null ? 'unknown' : significant(boundUsd, 6);
  return `money         ${significant(usd, 6)} USD, at most ${most}: revenue ${significant(revenueUsd, 6)} less energy ${significant(energyUsd, 6)}`;
}

/** Warnings of the instance, the ledger and the epochs, each said once. */
export function dayWarnings({ warnings, epochs }: DayResult): string[] {
  const runs = epochs.map((epoch) => ({ name: epoch.epoch, warnings: epoch.warnings }));
  return studyWarnings(warnings, runs, { one: 'Epoch', many: 'epochs' });
}

function epochLine(epoch: EpochResult): string {
  const name = shorten(epoch.epoch, 12).padEnd(12);
  if (!epoch.feasible) {
    return `${name}  none: ${oneLine(firstLimit(epoch.infeasibility) ?? epoch.failure ?? epoch.gapReason ?? 'no feasible plan')}`;
  }
  const digits = (value: number | null): string => (headlineReward(value)?.digits ?? 'none').padStart(12);
  const gap = plain(gapPercent(epoch.gap)).padStart(10);
  return `${name}  ${digits(epoch.objective)}  ${digits(epoch.bound)}  ${gap}  ${plain(kilowatts(epoch.power?.totalW)).padStart(12)}`;
}
