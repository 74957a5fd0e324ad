import type { Declared } from '../fields/declared.js';
import { z } from 'zod';

const byUse = z.record(z.string(), z.number());

/** Schema of a plan's key figures, such as power. A field is absent if the family or the plan has none. */
export const planFigures = z.looseObject({
  power: byUse
    .meta({
      description:
        'Power by use, W: steady, with totalW at the meter; of plans over time the greatest and that of idle nodes.',
    })
    .optional(),
  energyByPart: byUse
    .meta({ description: 'Energy of all that the plan covers by use, in the unit of each name.' })
    .optional(),
  setPointsC: z
    .record(z.string(), z.union([z.number(), z.array(z.number())]))
    .meta({ description: 'Set-points, C, by CRAC, or by data centre: one, or one for each epoch or time.' })
    .optional(),
  setPointsFromS: z
    .array(z.number())
    .meta({ description: 'Moments from which the set-points of a list hold, s.' })
    .optional(),
  hottestInletC: z.number().meta({ description: 'Hottest inlet of all nodes at any moment, C.' }).optional(),
  hottestInletAt: z.string().meta({ description: 'Zone or data centre with the hottest inlet.' }).optional(),
  completionsPerS: byUse
    .meta({ description: 'Tasks completed per second by task type; over several epochs the mean.' })
    .optional(),
  completed: z.number().nullable().meta({ description: 'Tasks or jobs completed; null without a plan.' }).optional(),
});

/**
 * Key figures of a plan besides its objective, as computed by the checker, for other programs to read. They are in
 * `details` of solve and check, with the same fields for every problem family (docs/results.md).
 */
export type PlanFigures = Pick<Declared<typeof planFigures>, keyof typeof planFigures.shape>;
