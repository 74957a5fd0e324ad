import * as z from 'zod';
import { common, figure, infeasibility, limit, nothing, termination } from './schema-parts.js';

const change = z.strictObject({ ...limit, from: z.number(), to: z.number() });

/** Schema of a set of changes of limits with which a feasible plan exists. */
const fix = z
  .strictObject({
    changes: z.array(change).nonempty(),
    price: figure.meta({ description: 'At the prices given; null where a change has none.' }),
    proven: z.boolean().meta({ description: 'Whether it is proven that no plan exists with a step less.' }),
    message: z.string(),
    priceBound: z
      .number()
      .optional()
      .meta({ description: 'Proven: no combination of changes that have a price costs less.' }),
    nodesOff: z
      .array(z.strictObject({ rack: z.string(), nodeType: z.string(), nodes: z.int().positive() }))
      .optional()
      .meta({ description: 'Nodes that are switched off, by rack.' }),
  })
  .meta({ description: 'Changes of limits after which a plan exists, tested.' });

const brokenLimit = z
  .strictObject({ ...limit, amount: z.number().positive(), proven: z.boolean(), message: z.string() })
  .meta({ description: 'A limit that is broken without any work.' });

const conflict = z
  .strictObject({
    limits: z.array(z.strictObject({ ...limit, limit: z.number() })),
    proven: z.boolean(),
    irreducible: z.boolean(),
    message: z.string(),
  })
  .meta({ description: 'Limits that cannot be kept together.' });

const bracket = z
  .strictObject({
    ...limit,
    from: z.number(),
    noneUpTo: figure.meta({ description: 'No plan earns it up to here; null where that is open of `from`.' }),
    enoughAt: figure.meta({ description: 'Least value at which a plan was found that earns it; null: none was.' }),
    objectiveAt: figure,
    message: z.string(),
  })
  .meta({ description: 'Values of a limit between which the least lies that suffices.' });

const goalFix = z
  .strictObject({
    changes: z.array(change).nonempty(),
    price: z.number().nonnegative(),
    priceBound: figure.meta({
      description: 'Proven: no changes of the priced limits that do cost less; null: nothing is.',
    }),
    message: z.string(),
  })
  .meta({ description: 'The cheapest changes found, all together, after which a checked plan does.' });

const wanted = z.strictObject({
  rewardPerS: z.number().nonnegative(),
  objective: figure,
  bound: figure,
  boundScope: z.string(),
  brackets: z.array(bracket),
  fix: goalFix.nullable(),
  message: z.string(),
});

const demand = z
  .strictObject({
    demands: z.array(
      z.strictObject({
        taskType: z.string(),
        share: z.number().positive(),
        demandedPerS: z.number().nonnegative(),
        servedPerS: figure,
      }),
    ),
    isServed: z.boolean().nullable().meta({ description: 'false: proven that no plan does; null: open.' }),
    boundScope: z.string(),
    conflict: z
      .strictObject({
        limits: z.array(z.strictObject({ ...limit, limit: z.number() })),
        irreducible: z.boolean(),
        message: z.string(),
      })
      .nullable()
      .meta({ description: 'Limits and demands that cannot be kept together, proven.' }),
    brackets: z.array(bracket.omit({ objectiveAt: true })),
    fix: goalFix.nullable(),
    message: z.string(),
  })
  .meta({ description: 'Whether the demanded service is possible, and what must give way.' });

const inlet = z.strictObject({
  zone: z.string(),
  inletC: z.number(),
  suppliedC: z.number(),
  racks: z.array(z.strictObject({ rack: z.string(), riseK: z.number(), powerW: z.number() })),
  moves: z.array(
    z.strictObject({
      kind: z.enum(['setPoint', 'exchange', 'stop']),
      inletK: z.number().negative(),
      rewardPerS: z.number(),
      powerW: z.number(),
      message: z.string(),
    }),
  ),
});

const service = z.strictObject({
  taskType: z.string(),
  arrivingPerS: z.number(),
  completedPerS: z.number(),
  earns: z.array(
    z.strictObject({
      nodeType: z.string(),
      cannot: z.enum(['noTimes', 'deadline']).optional(),
      perCore: figure,
      perKJ: figure,
    }),
  ),
  servedPerKJ: figure,
  notServedAt: figure,
  servedAt: figure,
  message: z.string(),
});

const nextKilowatt = z.strictObject({
  stepW: z.number(),
  boundPerKW: figure,
  planPerKW: figure,
  holdsFromW: figure,
  holdsToW: figure,
  kneeW: figure,
  runs: z.array(z.strictObject({ capW: z.number(), objective: figure, bound: figure })),
  message: z.string(),
});

const priceRange = z.strictObject({
  perUnit: z.number().meta({ description: 'Reward/s per unit by which the value rises.' }),
  holdsTo: figure.meta({ description: 'Up to this value exactly this price holds; null: however far.' }),
  beyondPerUnit: figure.meta({ description: 'The price from there on; null where there is no plan beyond.' }),
  withinTenthTo: figure,
});

const limitsWorth = z
  .strictObject({
    setPointsC: z.record(z.string(), z.number()),
    objective: figure.meta({ description: 'Reward/s of the best mixtures at these set-points; null: not computed.' }),
    limits: z.array(
      z.strictObject({
        ...limit,
        from: z.number(),
        looser: priceRange,
        tighter: priceRange,
        knee: figure.meta({ description: 'From here on the next unit is worth less than half of the first.' }),
        without: z.number().nonnegative().meta({ description: 'Reward/s more without this limit.' }),
        boundPerUnit: figure.meta({
          description: 'Proven at any set-points: to mixtures a unit looser is worth no more.',
        }),
        resolved: z
          .strictObject({ to: z.number(), planPerUnit: figure, boundPerUnit: figure })
          .nullable()
          .meta({ description: 'Differences of runs with the limit a step looser and all chosen anew.' }),
        message: z.string(),
      }),
    ),
    omitted: z.int().nonnegative(),
    message: z.string(),
  })
  .meta({ description: 'The worth of the next unit of each limit at fixed set-points, and how far it holds.' });

const plan = z
  .strictObject({
    objective: z.number(),
    feasible: z.boolean(),
    inlet,
    services: z.array(service),
    nextKilowatt,
    limits: limitsWorth,
  })
  .meta({ description: 'What heats an inlet of the plan, what it does not serve, and what more cap is worth.' });

/** Schema of the record of `plenum explain`, which contains no plan. */
export const explainSchema = z
  .strictObject({
    ...common,
    termination,
    feasible: z.literal(false).nullable().meta({ description: 'false: nothing is feasible; null elsewhere.' }),
    gapReason: z.string(),
    infeasibility: infeasibility.nullable(),
    method: nothing,
    planFrom: nothing,
    seed: nothing,
    objective: nothing,
    bound: nothing,
    boundScope: nothing,
    gap: nothing,
    binding: nothing,
    violations: nothing,
    details: z.looseObject({
      brokenLimits: z.array(brokenLimit),
      omitted: z.int().nonnegative().meta({ description: 'Broken limits that are not listed.' }),
      conflict: conflict.nullable().meta({ description: 'The first of `conflicts`.' }),
      conflicts: z.array(conflict).meta({ description: 'Conflicts that share no limit.' }),
      fixes: z.array(fix),
      wanted: wanted.optional(),
      demand: demand.optional(),
      plan: plan.optional(),
    }),
  })
  .meta({ title: 'What plenum explain --json prints' });
