import { S_PER_H } from '../../../../../models/units.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { rewardsPerTask } from '../../../../../models/families/templates/middle-state.js';
import type { ArrivalsKind, ArrivalsRecord } from './record.js';

export function arrivalsRecord(
  kind: ArrivalsKind,
  description: string,
  { timeS, taskType, length, durationS }: ArrivalSequence,
  { instance, middle }: TemplatesModel,
): ArrivalsRecord {
  const byType = instance.taskTypes.map(() => 0);
  const lengthByType = instance.taskTypes.map(() => 0);
  taskType.forEach((type, n) => {
    byType[type]!++;
    lengthByType[type]! += length?.[n] ?? 1;
  });
  const hours = Math.ceil(durationS / S_PER_H);
  const byHour = Array.from({ length: hours }, () => 0);
  for (const time of timeS) byHour[Math.floor(time / S_PER_H)]!++;
  const rewards = rewardsPerTask(instance, middle);
  return {
    kind,
    description,
    durationS,
    tasks: timeS.length,
    tasksByType: instance.taskTypes.map(({ name }, i) => ({ taskType: name, tasks: byType[i]! })),
    greatestReward: lengthByType.reduce((sum, total, i) => sum + total * rewards[i]!, 0),
    tasksPerSByHour: byHour.map((count, hour) => count / Math.min(S_PER_H, durationS - hour * S_PER_H)),
  };
}
