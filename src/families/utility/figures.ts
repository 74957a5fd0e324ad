import { type FieldWords, fieldWords, type Figure, marked, ratedFigures } from '../../reports/figures.js';
import { countOf, inUnit, joules, plain } from '../../reports/format.js';
import { type Content, markup } from '../../reports/html/markup.js';
import { daysAfter, REASON_WORDS } from './report/wording.js';
import { SERVICE, serviceFigures } from '../../reports/service-figures.js';
import type { UtilityRunResult } from './runs/result.js';

/** Data from which the figures of a run are computed: its result, and the currency of its instance. */
export interface UtilityShown {
  readonly result: UtilityRunResult;
  readonly currency: string;
}

/** Places that show figures of a single run: its summary, and the list of facts of its report. */
const ONE_RUN = ['summary', 'fact'] as const;
/** Places that show key figures: summary and cards of a run, table and CSV file of a comparison. */
const CARD = ['summary', 'card', 'compare', 'csv'] as const;

const [objective, bound, gap] = ratedFigures<UtilityShown>({
  objective: 'utility',
  unit: '',
  note: ({ result: { objective: earned, immediateUtility, startingUtility } }) => {
    const share = (whole: number): string =>
      earned !== null && whole > 0 ? plain(inUnit(earned / whole, 'share')) : 'none';
    return `in the measured time: ${share(immediateUtility)} of the immediate utility, ${share(startingUtility)} of the starting utility`;
  },
  why: () => 'none was rated',
  bound: 'upper bound',
  proven: 'no schedule earns more, whatever it knows of the arrivals',
  gapNote: () => 'of the bound: scheduler and bound share it',
  result: ({ result }) => result,
});

/** All figures of a utility run, in the order in which they are shown. */
export const figures: readonly Figure<UtilityShown>[] = [
  objective,
  bound,
  gap,
  {
    key: 'shareOfBound',
    label: 'of the bound',
    unit: 'share',
    of: ({ result: { objective: earned, bound: most } }) =>
      earned !== null && most !== null && most > 0 ? earned / most : undefined,
    within: [0, 1],
    in: ['compare', 'sweep'],
  },
  {
    key: 'energyMeasuredJ',
    label: 'energy',
    unit: 'J',
    of: ({ result }) => result.energyJ?.at(-1),
    note: ({ result }) => {
      const { energyJ, energyBudgetJ, costBudgetUsd } = result;
      const isOfMoney = costBudgetUsd.some((usd) => usd !== null);
      const none = isOfMoney ? 'the budget is one of money' : 'there is no budget';
      return ofBudget(energyJ!, energyBudgetJ, {
        key: 'energyBudgetMeasuredJ',
        unit: 'J',
        above: aboveIdle(result),
        none,
      });
    },
    in: CARD,
  },
  {
    key: 'annualBudget.dayBudgetJ',
    label: 'of the year',
    unit: 'J',
    of: ({ result: { annualBudget } }) => annualBudget?.dayBudgetJ,
    note: ({ result }) => yearNote(result.annualBudget!, result.idleW),
    in: ONE_RUN,
  },
  {
    key: 'shareOfImmediate',
    label: 'of immediate',
    unit: 'share',
    of: ({ result: { objective: earned, immediateUtility } }) => shareOf(earned, immediateUtility),
    in: ['compare'],
  },
  {
    key: 'shareOfStarting',
    label: 'of starting',
    unit: 'share',
    of: ({ result: { objective: earned, startingUtility } }) => shareOf(earned, startingUtility),
    in: ['run'],
  },
  { key: 'completed', label: 'completed', unit: 'count', of: ({ result }) => result.completed, in: ['run'] },
  { key: 'dropped', label: 'dropped', unit: 'count', of: ({ result }) => result.dropped, in: ['compare'] },
  { key: 'preemptions', label: 'preemptions', unit: 'count', of: ({ result }) => result.preemptions, in: ['run'] },
  {
    key: 'used98S',
    label: '98 % spent at',
    unit: 's in h',
    of: ({ result }) => result.used98S,
    none: 'never',
    in: ['compare'],
  },
  { key: 'used99S', label: '99 % spent at', unit: 's in h', of: ({ result }) => result.used99S, in: ['run'] },
  {
    key: 'unspentShare',
    label: 'unspent',
    unit: 'share',
    of: ({ result }) => result.unspentShare ?? undefined,
    note: ({ result, currency }) => {
      const { unspentJ, unspentUsd } = result;
      const left =
        unspentJ === null ? marked('unspentUsd', unspentUsd, 'USD', { currency }) : marked('unspentJ', unspentJ, 'J');
      return markup`of the budget${aboveIdle(result)}: ${left}`;
    },
    in: SERVICE,
  },
  ...serviceFigures<UtilityShown>({
    service: ({ result }) => result.service,
    ran: ({ result }) => {
      const { arrived, ran } = result.service!;
      return markup`${ran === 1 ? 'task that ran to its end' : 'tasks that ran to their end'}, of ${marked('service.arrived', arrived, 'count')} that arrived in the measured time`;
    },
    utilisation: 'of the node-seconds of the measured time',
  }),
  {
    key: 'costMeasuredUsd',
    label: 'cost',
    unit: 'USD',
    of: ({ result }) => result.costUsd?.at(-1),
    note: ({ result, currency }) =>
      ofBudget(result.costUsd!, result.costBudgetUsd, {
        key: 'costBudgetMeasuredUsd',
        unit: 'USD',
        above: aboveIdle(result),
        none: 'there is no budget of money',
        currency,
      }),
    in: CARD,
  },
  {
    key: 'earnedPerUsd',
    label: 'utility for money',
    unit: 'utility/USD',
    of: ({ result }) => result.earnedPerUsd ?? undefined,
    in: ONE_RUN,
  },
  {
    key: 'utilityPerMJ',
    label: 'one more MJ',
    unit: 'utility/MJ',
    of: ({ result }) => result.utilityPerMJ ?? undefined,
    note: () => 'the most that it raises the bound',
    in: [...ONE_RUN, 'bound'],
  },
  {
    key: 'utilityPerUsd',
    label: 'money worth',
    unit: 'utility/USD',
    of: ({ result }) => result.utilityPerUsd ?? undefined,
    note: () => 'the most that one more raises the bound',
    in: ONE_RUN,
  },
  ...(['MJ', 'Usd'] as const).map((unit): Figure<UtilityShown> => {
    return {
      key: `charged.utilityPer${unit}`,
      label: 'price of energy',
      unit: unit === 'MJ' ? 'utility/MJ' : 'utility/USD',
      of: ({ result: { charged } }) => charged?.[`utilityPer${unit}`] ?? undefined,
      note: ({ result: { charged, idleW } }) => {
        const power = idleW === null ? '' : '; full limits of power are charged beside it';
        const of = `of the policy, mean of the measured time, for a run that takes next to none of the energy left${power}`;
        return charged!.utilityPerNodeH === null
          ? of
          : markup`${of}; ${marked('charged.utilityPerNodeH', charged!.utilityPerNodeH, 'utility per node-hour')}`;
      },
      in: ONE_RUN,
    };
  }),
  {
    key: 'idleW',
    label: 'idle room',
    unit: 'W',
    of: ({ result }) => result.idleW ?? undefined,
    note: () => 'beside the energies above',
    in: ONE_RUN,
  },
  {
    key: 'companyError.mean',
    label: 'times were',
    unit: 'share',
    of: ({ result }) => result.companyError?.mean,
    note: ({ result }) => {
      const { least5, most95, busyShare } = result.companyError!;
      const share = (value: number): string => plain(inUnit(value, 'share'));
      return `off on average, ${share(least5)} to ${share(most95)} for 90 % of the runs; ${share(busyShare)} of neighbouring cores were busy`;
    },
    in: ONE_RUN,
  },
  {
    key: 'tasks',
    label: 'tasks',
    unit: 'count',
    of: ({ result }) => result.tasks,
    note: ({ result: { tasks, completed, dropped, preemptions, environment } }) => {
      if (completed === null) return 'in a day of which the simulation did not see the end';
      const left = tasks - completed - (dropped ?? 0);
      const times =
        environment === 'preemptive'
          ? markup`; ${marked('preemptions', preemptions ?? 0, 'count')} ${preemptions === 1 ? 'preemption' : 'preemptions'}`
          : '';
      return markup`: ${marked('completed', completed, 'count')} completed, ${marked('dropped', dropped ?? 0, 'count')} dropped, ${marked('left', left, 'count')} left at the end${times}`;
    },
    in: ONE_RUN,
  },
  {
    key: 'notRun.tasks',
    label: 'did not run',
    unit: 'count',
    of: ({ result }) => result.notRun?.tasks,
    note: ({ result: { notRun, startingUtility } }) => {
      const { reasons, startingUtility: lost } = notRun!;
      const share = startingUtility > 0 ? lost / startingUtility : 0;
      const named = reasons
        .toSorted((a, b) => b.startingUtility - a.startingUtility)
        .map(({ reason, tasks }) => `${tasks} ${REASON_WORDS[reason].short}`);
      return `of those that arrived in the measured time, with ${plain(inUnit(share, 'share'))} of the starting utility${named.length === 0 ? '' : `: ${named.join(', ')}`}`;
    },
    in: ONE_RUN,
  },
  {
    key: 'immediateUtility',
    label: 'immediate utility',
    unit: '',
    of: ({ result }) => result.immediateUtility,
    note: () => 'every task at the first mapping event, where it ends first',
    in: ['fact'],
  },
  {
    key: 'startingUtility',
    label: 'starting utility',
    unit: '',
    of: ({ result }) => result.startingUtility,
    note: () => 'that arrives in the measured time',
    in: ['fact'],
  },
];

function shareOf(earned: number | null, whole: number): number | null {
  return earned === null || whole <= 0 ? null : earned / whole;
}

/** Returns the text on what this day has of the year's energy, and what its saving or overdraw does to the days after. */
function yearNote(account: NonNullable<UtilityRunResult['annualBudget']>, idleW: number | null): Content {
  const { leftJ, daysLeft, dayBudgetJ, drawnJ, nextDayBudgetJ } = account;
  const energy = (energyJ: number): string => plain(joules(Math.abs(energyJ)));
  const [did, effect] = drawnJ > dayBudgetJ ? ['overdrawn', 'less'] : ['unspent', 'more'];
  const idle = idleW === null ? '' : ', idle room included';
  const own = `for this day${idle}, of the ${energy(leftJ)} left for ${countOf(daysLeft, 'day')}; ${energy(dayBudgetJ - drawnJ)} ${did}`;
  if (nextDayBudgetJ === null) return `${own} on the last day of the year`;
  const next = marked('annualBudget.nextDayBudgetJ', nextDayBudgetJ, 'J');
  return markup`${own}: ${next} for ${daysAfter(daysLeft - 1)}, ${energy(nextDayBudgetJ - dayBudgetJ)} ${effect}`;
}

/** Returns words for budgets of a facility, which are free of what its idle room draws; else "". */
function aboveIdle({ idleW }: UtilityRunResult): string {
  return idleW === null ? '' : ' above the idle room';
}

/** Words around the figures of budgets. */
interface BudgetWords {
  /** Name of the field that the budget of the measured time is linked to. */
  readonly key: string;
  readonly unit: string;
  /** Words that follow the budget. */
  readonly above: string;
  /** Text where there is no budget. */
  readonly none: string;
  readonly currency?: string;
}

/**
 * Returns the text on the used fraction of the daily budgets, for the measured time (the last day) and the days before.
 */
function ofBudget(
  used: readonly number[],
  budget: readonly (number | null)[],
  { key, unit, above, none, currency }: BudgetWords,
): Content {
  const notation = currency === undefined ? {} : { currency };
  const all = budget.at(-1) ?? null;
  const share = all === null ? '' : plain(inUnit(used.at(-1)! / all, 'share'));
  const of = all === null ? none : markup`: ${share} of the budget of ${marked(key, all, unit, notation)}${above}`;
  const before = used.slice(0, -1).map((one) => plain(inUnit(one, unit, notation)));
  return before.length === 0
    ? of
    : markup`${of}; ${before.join(', ')} in the ${before.length === 1 ? 'day' : 'days'} before`;
}

/** Descriptions of the fields of `details`, from which the tables of fields in the documentation are made. */
export const fields: readonly FieldWords[] = fieldWords([
  'environment ; word ; `serial`, `parallel` or `preemptive`',
  'filter`, `leniency`, `preemption ; word, number or null, word ; as asked, "online" where the leniency is learnt; "none" and null where there is none',
  'filterBranches ; object or null ; with `--filter per-task`, events with a budget in which `resources` and in which `energy` limited the number of tasks still to come ([Eq. 7](parallel.md))',
  'energyJ ; J by day, or null ; energy drawn, the part of a day before the first midnight included; the last one is the measured time',
  'energyBudgetJ ; J or null by day ; budgets; null: none',
  'costUsd ; USD by day, or null ; cost of that energy; null where energy has no [price](tariff.md)',
  'costBudgetUsd ; USD or null by day ; budgets of money; null: none',
  'earnedPerUsd ; utility/USD or null ; utility earned in the measured time over the cost of the energy drawn in it',
  'annualBudget ; object or null ; with an [annual budget](instances.md#an-annual-budget), by the checker: `leftJ` of the year at the start of the measured time and `daysLeft`, that of the measured time included; `dayBudgetJ`, the budget of the measured time; `drawnJ` in it, the idle room of a facility included; `leftAfterJ`, and `nextDayBudgetJ` for each day after (null after the last); null where the schedule cannot be rated',
  'tasks`, `completed`, `dropped ; counts ; of the whole simulated time; what is in neither was waiting or unfinished at the end',
  'preemptions ; count ; 0 but in `preemptive`',
  'immediateUtility ; utility ; what would be earned in the measured time if every task started at the first mapping event from its arrival on, alone, on the option on which it ends first of those that keep all limits of power and the budgets of the days by themselves, each by the part that lies in it: counted as the objective is, each task by the share of its execution that lies in the measured time; nothing where no such option is left.',
  'onArrivalUtility ; utility ; the same if every task started as it arrives, whatever its option draws, which no schedule may do: the "maximum utility" of the paper on parallel tasks (000)',
  'used98S`, `used99S ; s or null ; moments from the start of the measured time at which 98 % and 99 % of its budget were used; null if never, or without a budget',
  'service ; object or null ; how long tasks waited and how busy nodes were in the measured time, by the checker: `arrived` tasks, of which `ran` to their end; of these [waiting times and bounded slowdowns](results.md#waiting-slowdown-and-utilisation) `waitMeanS`, `wait95S`, `slowdownMean`, `slowdown95` (null if none ran); `utilisation`, and `name` and `utilisation` of `pools`; null where the schedule cannot be rated',
  'charged ; object or null ; prices of the policy, means over the mapping events of the measured time: `utilityPerMJ` or `utilityPerUsd` (0 counts where energy was free; the other is null), the price of energy for a run that takes next to none of it ([what runs pay](results.md#what-a-run-pays)), and `utilityPerNodeH` (null if none was known); null for policies without prices and without a schedule',
  'notRun ; object or null ; tasks that arrive in the measured time and do not run to their end: `tasks`, their `startingUtility`, and `reasons`, each with `reason`, `tasks`, `startingUtility` ([why](results.md#why-tasks-do-not-run)); every task has one reason; null without a schedule',
  'unspentJ`, `unspentUsd`, `unspentShare ; J, USD, fraction, or null ; budget of the measured time less what was drawn or paid, and its fraction of the budget (on a facility of the budget above the idle room, as `energyBudgetJ` is); below 0 where the budget is broken, null without one',
  'startingUtility ; utility ; sum of the starting utilities of the tasks that arrive in the measured time. The "maximum utility" of the paper on preemption (002)',
  'utilityPerMJ ; utility/MJ or null ; by how much one more MJ in the measured time raises the bound at most, with the [options](bound.md#options-that-alone-exceed-a-budget) that keep the budget alone; null with a budget of money',
  'idleW ; W or null ; power of the idle room at the meter, which budgets and energies here are free of; null without a facility',
  'companyError ; object or null ; on a facility: `mean`, `least5`, `median`, `most95` over `runs` of estimate / outcome - 1 of execution times, and the mean `busyShare` of neighbouring cores ([facility](facility.md))',
  'utilityPerUsd ; utility/USD or null ; the same of one more USD',
]);
