import { J_PER_KWH } from '../../../../../models/units.js';
import type { DayResult, EnergyJ, EpochResult } from '../../studies/day/result.js';
import {
  aligned,
  celsius,
  gapPercent,
  energyOfKWh,
  kilowattHours,
  kilowatts,
  oneLine,
  percent,
  type Shown,
  significant,
} from '../../../../reports/format.js';
import { constraintName, firstLimit } from '../../../../reports/wording.js';
import { figure, markup, nameOf, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Name of the sum of all uses. */
const TOTAL = 'Total';
/** Uses of energy in the order of the table, with their names. */
const USES: readonly (readonly [Exclude<keyof EnergyJ, 'wakingJ'>, string])[] = [
  ['idleJ', 'Idle nodes'],
  ['coresJ', 'Cores at work'],
  ['coolingJ', 'Cooling'],
  ['upsLossJ', 'UPS loss'],
  ['otherJ', 'Other load'],
  ['totalJ', TOTAL],
];

/** Sections on what the day earned and used. `notes` come first. */
export function ledgerSections(result: DayResult, notes: Markup): SectionOptions[] {
  return [
    { id: 'day', title: 'The day', body: [notes, headFigures(result), oneByOne(result), closure(result)] },
    { id: 'energy', title: 'Energy ledger', body: [energyTable(result)] },
    { id: 'reward', title: 'Reward ledger', body: [rewardTable(result)] },
  ];
}

function headFigures({ ledger, epochs }: DayResult): Markup {
  const { reward, rewardBound, gap, energy, epochsWithPlan } = ledger;
  const eight = (value: number | null | undefined) =>
    value == null ? null : { digits: significant(value, 8), unit: '' };
  const kWh = (value: number | null | undefined) => energyOfKWh(value == null ? null : value / J_PER_KWH);
  const leastNote =
    ledger.leastEnergyJ === undefined
      ? NOTHING
      : markup`; plans of these rewards use at least ${figure('leastEnergyJ', ledger.leastEnergyJ, kWh)}`;
  return markup`<div class="figures">
<div><span class="label">Reward</span><span class="value">${figure('reward', reward, eight)}</span><span class="note">in ${String(epochsWithPlan)} of ${String(epochs.length)} epochs with a plan</span></div>
<div><span class="label">Proven upper bound</span><span class="value">${figure('rewardBound', rewardBound, eight)}</span><span class="note">gap ${quantity(gapPercent(gap))}</span></div>
<div><span class="label">Energy</span><span class="value">${figure('totalJ', energy.totalJ, kWh)}</span><span class="note">at the meter${leastNote}</span></div>
${moneyFigure(ledger)}</div>\n`;
}

/** Sentence on what plans made epoch by epoch come to, where waking called for others; nothing elsewhere. */
function oneByOne({ ledger: { oneByOne: alone }, epochs }: DayResult): Markup {
  if (alone === undefined) return NOTHING;
  const kWh = (value: number | null | undefined) => energyOfKWh(value == null ? null : value / J_PER_KWH);
  const eight = (value: number | null | undefined) =>
    value == null ? null : { digits: significant(value, 8), unit: '' };
  const other = epochs.filter((epoch) => epoch.alone !== undefined);
  return markup`<p>Waking is weighed against staying awake: ${String(other.length)} of ${String(epochs.length)} epochs have another plan than by themselves. Planned epoch by epoch the day comes to a reward of ${figure('oneByOneReward', alone.reward, eight)} with ${figure('oneByOneJ', alone.energyJ, kWh)}, and ${String(alone.wakingNodes)} nodes wake.</p>
`;
}

/** Figure of the day's money; nothing where it was not made best. */
function moneyFigure({ money }: DayResult['ledger']): Markup {
  if (money === undefined) return NOTHING;
  const usd = (value: number | null | undefined): Shown | null =>
    value == null ? null : { digits: significant(value, 6), unit: 'USD' };
  return markup`<div><span class="label">Money</span><span class="value">${figure('usd', money.usd, usd)}</span><span class="note">revenue ${figure('revenueUsd', money.revenueUsd, usd)} less energy ${figure('energyUsd', money.energyUsd, usd)}; no plans make more than ${figure('boundUsd', money.boundUsd, usd)}</span></div>\n`;
}

function closure({ ledger: { closure: found } }: DayResult): Markup {
  const worst = Math.max(found.energyParts, found.energyDay, found.rewardParts, found.rewardDay, found.tasks);
  return found.closes
    ? markup`<p>The ledger closes: no two ways of adding up differ by more than ${significant(worst, 2)} of their value.</p>\n`
    : markup`<div class="callout"><p>The ledger does not close: two ways of adding up differ by ${significant(worst, 3)} of their value.</p></div>\n`;
}

function energyTable({ ledger: { energy }, epochs }: DayResult): Markup {
  const plannedS = epochs.reduce((sum, epoch) => sum + (epoch.energy === null ? 0 : epoch.epochS), 0);
  // Energies of a small room need more than one decimal.
  const kWh =
    energy.totalJ >= J_PER_KWH
      ? (value: number): Shown | null => bare(kilowattHours(value))
      : aligned(
          USES.map(([use]) => energy[use] / J_PER_KWH),
          4,
        );
  const row = (name: string, joules: number): (string | Markup)[] => [
    name,
    quantity(kWh(joules / J_PER_KWH)),
    percent(energy.totalJ > 0 ? joules / energy.totalJ : null)?.digits ?? 'none',
    quantity(bare(kilowatts(plannedS > 0 ? joules / plannedS : null))),
  ];
  return table({
    caption: 'Energy by use and mean power, over all epochs with a plan.',
    columns: [
      { head: 'Use' },
      { head: 'kWh', numeric: true },
      { head: '% of total', numeric: true },
      { head: 'Mean kW', numeric: true },
    ],
    rows: [
      ...USES.slice(0, -1).map(([use, name]) => row(name, energy[use])),
      ...(energy.wakingJ === undefined ? [] : [row('Waking nodes, at most', energy.wakingJ)]),
      row(TOTAL, energy.totalJ),
    ],
  });
}

function bare(value: Shown | null): Shown | null {
  return value === null ? null : { digits: value.digits, unit: '' };
}

function rewardTable({ ledger, taskTypes }: DayResult): Markup {
  const tasks = aligned(
    ledger.tasks.map(({ arrived }) => arrived),
    8,
  );
  const reward = aligned(
    ledger.tasks.map((entry) => entry.reward),
    8,
  );
  const total = (pick: (n: number) => number): number => ledger.tasks.reduce((sum, _, n) => sum + pick(n), 0);
  return table({
    caption: 'Tasks and reward by task type, over the day. Lost: arrived and not served in its epoch.',
    columns: [
      { head: 'Task type' },
      { head: 'Arrived', numeric: true },
      { head: 'Completed', numeric: true },
      { head: 'Lost', numeric: true },
      { head: '% lost', numeric: true },
      { head: 'Reward', numeric: true },
    ],
    rows: ledger.tasks.map((entry, i) => [
      nameOf(taskTypes[i]!),
      quantity(tasks(entry.arrived)),
      quantity(tasks(entry.completed)),
      quantity(tasks(entry.lost)),
      percent(entry.arrived > 0 ? entry.lost / entry.arrived : 0)?.digits ?? 'none',
      quantity(reward(entry.reward)),
    ]),
    foot: [
      'All',
      quantity(tasks(total((n) => ledger.tasks[n]!.arrived))),
      quantity(tasks(total((n) => ledger.tasks[n]!.completed))),
      quantity(tasks(total((n) => ledger.tasks[n]!.lost))),
      NOTHING,
      quantity(reward(ledger.reward)),
    ],
  });
}

export function epochsTable({ epochs }: DayResult): Markup {
  const reward = aligned(
    epochs.flatMap(({ objective, bound }) => [objective, bound]),
    8,
  );
  const withLeast = epochs.some(({ leastPower }) => leastPower !== undefined);
  return table({
    caption: 'All epochs. Reward and bound in reward/s.',
    columns: [
      { head: 'Epoch' },
      { head: 'Reward', numeric: true },
      { head: 'Bound', numeric: true },
      { head: 'Gap', numeric: true },
      { head: 'Power', numeric: true },
      ...(withLeast ? [{ head: 'Proven least', numeric: true }] : []),
      { head: 'Cap', numeric: true },
      { head: 'Hottest inlet', numeric: true },
      { head: 'What binds, or why there is no plan', wide: true },
    ],
    rows: epochs.map((epoch) => [
      nameOf(epoch.epoch),
      quantity(reward(epoch.objective)),
      quantity(reward(epoch.bound)),
      quantity(gapPercent(epoch.gap)),
      quantity(kilowatts(epoch.power?.totalW)),
      ...(withLeast ? [quantity(kilowatts(epoch.leastPower?.boundW))] : []),
      quantity(kilowatts(epoch.powerCapW)),
      quantity(celsius(epoch.hottestInletC)),
      reason(epoch),
    ]),
  });
}

function reason({ feasible, infeasibility, failure, gapReason, binding }: EpochResult): string {
  if (!feasible) return oneLine(firstLimit(infeasibility) ?? failure ?? gapReason ?? 'no feasible plan');
  const kinds = [...new Set(binding.map(({ constraint }) => constraintName(constraint)))];
  return kinds.length === 0 ? 'nothing' : kinds.join(', ');
}
