import { countOf, headlineReward, percent, plain } from '../../../reports/format.js';
import type { SettingsKept } from '../runs/result.js';

/** Sentence without its full stop on how many settings there are and what the limits on them cost. */
export function settingsText({ limits, used, withoutLimit, lost, lostShare }: SettingsKept): string {
  const limit = [
    ...(limits.room === undefined ? [] : [`${limits.room} in the room`]),
    ...(limits.row === undefined ? [] : [`${limits.row} in each row`]),
    ...(limits.rack === undefined ? [] : [`${limits.rack} in each rack`]),
  ];
  const allowed = limit.length === 0 ? '' : ` (at most ${listed(limit)})`;
  const share = lostShare === null || lost === 0 ? '' : ` (${plain(percent(lostShare))})`;
  const cost = lost === 0 ? 'no reward' : `${plain(headlineReward(lost))}${share}`;
  const bound = withoutLimit.bound === null ? '' : `, bound ${plain(headlineReward(withoutLimit.bound))}`;
  return `${countOf(used.room, 'different setting')} in the room, ${used.row === undefined ? '' : `${used.row} in a row and `}${used.rack} in a rack at most${allowed}; the limits cost ${cost}: without them the run earns ${plain(headlineReward(withoutLimit.objective))}${bound}, with ${countOf(withoutLimit.used.room, 'setting')}`;
}

/** Parts as a list in words. */
function listed(parts: readonly string[]): string {
  return parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
