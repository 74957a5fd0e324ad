import { S_PER_DAY } from '../../../../../models/units.js';
import type { GeneratedArrivals, UtilityPeriod } from '../../../../../models/families/utility/instance.js';
import { randomStream } from '../../../../random/stream.js';
import type { TaskType } from '../types/task-type.js';
import { onOff, patternOf, type Process, sinusoid, workingHours } from './rates.js';
import { plainTasks, type TaskList } from './task-list.js';

/**
 * Draws the tasks of an instance from Poisson processes, one for each task type with random streams of its own.
 * `tasksPerDay` is divided among the types by weight. With bursts, several similar tasks arrive together; their number
 * is uniform from half to one and a half times burstSize. Tasks that arrive at the same moment are ordered by type,
 * then by draw.
 */
export function generatedTasks(
  arrivals: GeneratedArrivals,
  { durationS, measuredFromS }: UtilityPeriod,
  types: readonly TaskType[],
  seed: number,
): TaskList {
  const { burstSize = 1 } = arrivals;
  const whole = types.reduce((sum, { share }) => sum + share, 0);
  const times: number[] = [];
  const ofType: number[] = [];
  const sizes: number[] = [];
  let count = 0;
  for (const [t, type] of types.entries()) {
    const perS = (arrivals.tasksPerDay * type.share) / whole / S_PER_DAY / burstSize;
    if (perS === 0) continue;
    const size = randomStream(seed, `burst sizes of type ${t + 1}`);
    process(
      arrivals,
      type,
      t,
      perS,
      seed,
      measuredFromS,
    )(durationS, (atS) => {
      times.push(atS);
      ofType.push(t);
      const tasks = burstSize === 1 ? 1 : size.integer(Math.ceil(burstSize / 2), Math.floor((3 * burstSize) / 2));
      if (burstSize !== 1) sizes.push(tasks);
      count += tasks;
    });
  }
  const order = Uint32Array.from(times, (_, n) => n).sort((a, b) => times[a]! - times[b]! || a - b);
  const arrivalS = new Float64Array(count);
  const type = new Int32Array(count);
  const burst = burstSize === 1 ? null : new Int32Array(count);
  let next = 0;
  for (const [b, n] of order.entries()) {
    for (let left = sizes[n] ?? 1; left > 0; left--, next++) {
      arrivalS[next] = times[n]!;
      type[next] = ofType[n]!;
      if (burst !== null) burst[next] = b;
    }
  }
  return { ...plainTasks(arrivalS, type), burst };
}

function process(
  arrivals: GeneratedArrivals,
  type: TaskType,
  t: number,
  perS: number,
  seed: number,
  midnightS: number,
): Process {
  const stream = randomStream(seed, `arrivals of type ${t + 1}`);
  const pattern = patternOf(arrivals, type, t, seed);
  switch (pattern.is) {
    case 'on and off':
      return onOff(perS, pattern.pattern, stream);
    case 'working hours':
      return workingHours(perS, pattern.hours, midnightS, stream);
    case 'sinusoid':
      return sinusoid(perS, pattern.amplitude, pattern.phase, stream);
  }
}
