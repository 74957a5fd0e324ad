import { S_PER_H } from '../../../../models/units.js';
import type { OtherRoomRecord, RobustnessRecord, RoomRecord } from '../studies/robustness/record.js';
import { countOf, fixed, oneLine, significant } from '../../../reports/format.js';

/** Column heads of the table of perturbed rooms. */
const HEAD = ['room', 'too hot', 'median', '95 %', 'worst', 'reward', 'change', 'throttled', 'hottest'];

/** Returns the text output of a robustness study of templates in perturbed rooms, ending with a newline. */
export function templatesRobustnessText(record: RobustnessRecord): string {
  const { instance, spread, rooms, asPlanned, arrivals, outletLimitC, rewardChange, roomsLeft, files } = record;
  const rows = [
    rowOf('as planned', asPlanned, null),
    ...rooms.map((room) => rowOf(nameOf(room), room, room.rewardChange)),
  ];
  const widths = HEAD.map((_, n) => Math.max(...[HEAD, ...rows].map((row) => row[n]!.length)));
  const worst = Math.max(0, ...rooms.map(({ steady }) => steady.excessK.worst));
  const { mean, interval } = rewardChange;
  const range = interval === null ? '' : ` [${percent(interval.low)}, ${percent(interval.high)}]`;
  const lines = [
    `${oneLine(instance)}: weights of the air off by up to ${significant(100 * spread, 3)} %, ${rooms.length} room(s), limit ${outletLimitC} C`,
    `${countOf(asPlanned.steady.templates, 'feasible template')}, steady; a day of ${countOf(arrivals.tasks, 'task')} (${oneLine(arrivals.description)}), greedy mapping`,
    '',
    ...[HEAD, ...rows].map((row) =>
      row.map((text, n) => (n === 0 ? text.padEnd(widths[n]!) : text.padStart(widths[n]!))).join('  '),
    ),
    '',
    ...(rooms.length === 0
      ? []
      : [
          ...(mean === null ? [] : [`noise changes the reward by ${percent(mean)}${range} on average`]),
          worst > 0
            ? `an outlet limit ${fixed(worst, 2)} K lower in the instance would have kept all templates within it in these rooms`
            : 'no template breaks the limit in these rooms',
        ]),
    ...(roomsLeft > 0 ? [`interrupted: ${roomsLeft} room(s) left out`] : []),
    ...Object.values(files).map((file) => `written       ${file}`),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function nameOf({ kind, seed, share }: OtherRoomRecord): string {
  if (kind === 'noise') return `noise, seed ${seed!}`;
  return `recirculation ${share! > 0 ? '+' : ''}${significant(100 * share!, 3)} %`;
}

function rowOf(name: string, { steady, day: { outcome } }: RoomRecord, change: number | null): string[] {
  const { templates, tooHot, excessK } = steady;
  const share = templates > 0 ? ` (${fixed((100 * tooHot) / templates, 1)} %)` : '';
  return [
    name,
    `${tooHot}${share}`,
    ...[excessK.median, excessK.high, excessK.worst].map((kelvin) => `${fixed(kelvin, 2)} K`),
    significant(outcome.reward),
    change === null ? '' : percent(change),
    `${significant(outcome.throttledCoreS / S_PER_H, 3)} core h`,
    `${fixed(outcome.hottestOutletC, 2)} C`,
  ];
}

function percent(share: number): string {
  return `${fixed(100 * share, 2)} %`;
}
