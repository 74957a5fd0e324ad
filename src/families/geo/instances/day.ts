import { MS_PER_H } from '../../../../models/units.js';
import type { Horizon } from '../../../../models/families/geo/instance.js';
import { dateText, dayOfText } from '../../../instances/time/civil.js';
import { instantOf } from '../../../instances/time/zone.js';

/** Returns a cyclic horizon of one local day: 24 epochs of an hour, or 23 or 25 when clocks change. */
export function cyclicDay(date: string, timeZone: string): Horizon {
  const start = `${date}T00:00`;
  const dayNumber = dayOfText(date);
  const [from, to] = [
    instantOf(start, timeZone),
    instantOf(dayNumber === undefined ? '' : `${dateText(dayNumber + 1)}T00:00`, timeZone),
  ];
  const epochs = from.ok && to.ok ? Math.round((to.ms - from.ms) / MS_PER_H) : 24;
  return { start, timeZone, epochs, epochMinutes: 60, boundary: 'cyclic' };
}
