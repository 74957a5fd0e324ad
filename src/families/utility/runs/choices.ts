import { S_PER_H } from '../../../../models/units.js';
import type { Facility } from '../../../../models/facility/facility.js';
import type { FacilityOperation, UtilityInstance } from '../../../../models/problems/utility/instance.js';
import { COMMAND_LINE, type Problem } from '../../../instances/problem.js';
import type { Leniency } from '../methods/filters/leniency.js';
import type { EasyOptions } from '../methods/policies/easy.js';
import type { GoalCounts } from '../methods/policies/goal-energy.js';
import { hasDayBefore } from '../methods/policies/capacity-prices.js';
import type { PriceOptions } from '../methods/policies/price.js';
import type { Preemption } from '../methods/preemptive/choosing.js';
import { CLAIRVOYANT, FILTERS, type FilterEntry, POLICIES, type PolicyEntry } from '../methods/registry.js';

/** Options of `solve` as given, read but not yet held against an instance; what was not given is absent. */
export interface UtilityAsked {
  readonly method?: PolicyEntry;
  readonly filter: FilterEntry;
  readonly leniency?: Leniency;
  readonly preemption?: Preemption;
  readonly reservations?: 'permanent' | 'place-holders';
  readonly binding?: 'late' | 'early';
  readonly goalCounts?: GoalCounts;
  readonly easyScope?: EasyOptions['scope'];
  readonly goal?: PriceOptions['goal'];
  readonly capacityPrices?: PriceOptions['capacityPrices'];
}

/** Policy of a run and what it was told. */
export interface UtilityChoices extends Omit<UtilityAsked, 'leniency'> {
  readonly method: PolicyEntry;
  /** Factor on what the filter allows; null without a filter. */
  readonly leniency: Leniency | null;
  readonly preemption: Preemption;
}

/** Policies in which the best candidate of all goes first; where tasks take turns, none makes room, and reservations are the policy's own. */
const BEST_FIRST = POLICIES.filter(({ takesTurns }) => takesTurns !== true).map(({ name }) => name);
/** Options that only some environments or policies can heed, with these. Ours. */
const HEEDED: readonly {
  readonly option: string;
  readonly of: (asked: UtilityAsked) => string | undefined;
  readonly environment?: UtilityInstance['environment'];
  readonly methods?: readonly string[];
}[] = [
  { option: '--preemption', of: ({ preemption }) => preemption, environment: 'preemptive' },
  {
    ...{ option: '--preemption', of: ({ preemption }) => (preemption === 'none' ? undefined : preemption) },
    methods: BEST_FIRST,
  },
  {
    ...{ option: '--reservations', of: ({ reservations }) => reservations, environment: 'parallel' },
    methods: BEST_FIRST,
  },
  { option: '--binding', of: ({ binding }) => binding, environment: 'parallel' },
  { option: '--goal-counts', of: ({ goalCounts }) => goalCounts, methods: ['event-based', 'task-based'] },
  { option: '--easy-scope', of: ({ easyScope }) => easyScope, methods: ['easy'] },
  { option: '--goal', of: ({ goal }) => goal, methods: ['price'] },
  { option: '--capacity-prices', of: ({ capacityPrices }) => capacityPrices, methods: ['price'] },
];

/** Policies that reserve later starts. */
const RESERVING: readonly string[] = ['conservative', 'easy', 'multi-queue'];

/** Test whether an operation has limits that a schedule can break. */
function limitsPower({ redLineC, powerCapW }: FacilityOperation, facility: Facility | undefined): boolean {
  const limits = [redLineC, powerCapW, ...(facility?.cracs ?? []).map(({ coolingCapacityW }) => coolingCapacityW)];
  return limits.some((limit) => limit !== undefined);
}

/**
 * Choices of a run on an instance, with what the environment makes of what was not given: `price`, or `upt` with greedy preemption where tasks may be
 * preempted. Or the option that the instance or the policy cannot heed.
 */
export function choicesOn(
  { environment, name, period, operation, facility, allowedCores }: UtilityInstance,
  asked: UtilityAsked,
): { readonly ok: true; readonly choices: UtilityChoices } | { readonly ok: false; readonly problem: Problem } {
  const isDefault = asked.method === undefined;
  const defaultName = environment === 'preemptive' ? 'upt' : 'price';
  const method = asked.method ?? POLICIES.find((one) => one.name === defaultName)!;
  const refused = (path: string, value: unknown, allowed: string, remedy: string) => {
    return { ok: false as const, problem: { file: COMMAND_LINE, path, value, allowed, remedy } };
  };
  for (const [option, { name: value, environments }, all] of [
    ['--method', method, POLICIES],
    ['--filter', asked.filter, FILTERS],
  ] as const) {
    if (environments.includes(environment)) continue;
    const able = all.filter((one) => one.environments.includes(environment)).map((one) => one.name);
    return refused(
      option,
      value,
      `for ${environment} tasks: ${able.join(', ')}`,
      `"${name}" has ${environment} tasks.`,
    );
  }
  if (method === CLAIRVOYANT) {
    const told = [
      ...(asked.filter.name === 'none' ? [] : ['--filter']),
      ...(['reservations', 'binding'] as const).flatMap((field) => (asked[field] === undefined ? [] : [`--${field}`])),
    ];
    if (told[0] !== undefined) return refused(told[0], CLAIRVOYANT.name, 'with a policy', 'Leave the option out.');
  }
  for (const { option, of, environment: only, methods } of HEEDED) {
    const value = of(asked);
    if (value === undefined) continue;
    if (only !== undefined && only !== environment) {
      return refused(option, value, `with ${only} tasks`, `"${name}" has ${environment} tasks: leave the option out.`);
    }
    if (methods !== undefined && !methods.includes(method.name)) {
      return refused(option, value, `with --method ${methods.join(' or ')}`, 'Leave the option out.');
    }
  }
  if (asked.capacityPrices === 'previous-day' && !hasDayBefore(period.measuredFromS)) {
    const allowed = 'with a whole day before the measured time';
    const remedy = `"${name}" has ${period.measuredFromS / S_PER_H} h before it: leave the option out.`;
    return refused('--capacity-prices', asked.capacityPrices, allowed, remedy);
  }
  if (asked.binding === 'early' && allowedCores !== undefined) {
    const remedy = 'Nobody says which cores are held back, only how many: leave the option out.';
    return refused('--binding', 'early', 'late with allowed cores over time', remedy);
  }
  if (operation !== undefined && limitsPower(operation, facility)) {
    const remedy = `What is reserved far ahead would have to keep the limits of the room then: choose another.`;
    if (RESERVING.includes(method.name)) {
      return refused('--method', method.name, `on a facility with limits: policies that reserve nothing`, remedy);
    }
    if (asked.reservations === 'permanent') {
      return refused('--reservations', 'permanent', 'place-holders on a facility with limits', remedy);
    }
  }
  const preemption = asked.preemption ?? (isDefault && environment === 'preemptive' ? 'greedy' : 'none');
  const leniency = asked.filter.name === 'none' ? null : (asked.leniency ?? 1);
  return { ok: true, choices: { ...asked, method, preemption, leniency } };
}
