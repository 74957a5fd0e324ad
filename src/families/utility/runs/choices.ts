import type { Facility } from '../../../../models/facility/facility.js';
import type { FacilityOperation, UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import { COMMAND_LINE, type Fault } from '../../../instances/fault.js';
import type { Leniency } from '../methods/filters/leniency.js';
import type { Preemption } from '../methods/preemptive/choosing.js';
import { FILTERS, type FilterEntry, METHODS, type PolicyEntry } from '../methods/registry.js';
import { givenOf, optionsFault, type ValuesOf, type Words } from '../../options.js';
import { UTILITY_OPTIONS } from '../options.js';

/**
 * Method and options of `solve` as given by the user and not yet checked against an instance. Options not given are
 * absent.
 */
export interface UtilityRequest extends Omit<
  ValuesOf<typeof UTILITY_OPTIONS, 'solve'>,
  'trace' | 'beside' | 'ganttFrom' | 'filter'
> {
  readonly method?: string;
  readonly filter?: string;
}

/** Returns method and options of `solve` from the validated values of the command line. */
export function utilityAsked(words: Words): UtilityRequest {
  const { trace: _trace, beside: _beside, ganttFrom: _hour, ...asked } = givenOf(UTILITY_OPTIONS, words);
  return { ...asked, ...(words['method'] === undefined ? {} : { method: words['method'] as string }) };
}

/** Policy of a run, with its filter and other options. The instance supports all of them. */
export interface UtilityChoices extends Omit<UtilityRequest, 'method' | 'filter' | 'leniency'> {
  readonly method: PolicyEntry;
  readonly filter: FilterEntry;
  /** Factor on the energy that the filter allows a task, or `online` if learnt; null without a filter. */
  readonly leniency: Leniency | null;
  readonly preemption: Preemption;
}

/** Options that apply to only one environment, with the name of that environment. */
const OF_ENVIRONMENT = { preemption: 'preemptive', reservations: 'parallel', binding: 'parallel' } as const;

/** Names of the policies that reserve nodes for tasks that start later. */
const RESERVING: readonly string[] = ['conservative', 'easy', 'multi-queue'];

/** Returns true if a facility limits the power of its tasks: by a red line, a power cap or a CRAC capacity. */
function limitsPower({ redLineC, powerCapW }: FacilityOperation, facility: Facility | undefined): boolean {
  const limits = [redLineC, powerCapW, ...(facility?.cracs ?? []).map(({ coolingCapacityW }) => coolingCapacityW)];
  return limits.some((limit) => limit !== undefined);
}

/**
 * Returns the policy and options of a run, with defaults for those not given, or a fault if instance or policy does not
 * support an option. The default policy is `price`; for preemptive tasks it is `upt` with greedy preemption.
 *
 * @param model the compiled instance; null if it needs a job trace that nobody names
 */
export function choicesOn(
  { environment, name, operation, facility, allowedCores }: UtilityInstance,
  model: Pick<UtilityModel, 'workByHour'> | null,
  asked: UtilityRequest,
): { readonly ok: true; readonly choices: UtilityChoices } | { readonly ok: false; readonly fault: Fault } {
  const isDefault = asked.method === undefined;
  const { method: methodName = environment === 'preemptive' ? 'upt' : 'price', filter: filterName = 'none' } = asked;
  const method = METHODS.find((one) => one.name === methodName);
  const filter = FILTERS.find((one) => one.name === filterName);
  if (method === undefined || filter === undefined) {
    throw new RangeError(`there is no "${method === undefined ? methodName : filterName}"`);
  }
  const refused = (path: string, value: unknown, allowed: string, remedy: string) => {
    return { ok: false as const, fault: { file: COMMAND_LINE, path, value, allowed, remedy } };
  };
  for (const [option, { name: value, environments }, all] of [
    ['--method', method, METHODS],
    ['--filter', filter, FILTERS],
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
  for (const [option, only] of Object.entries(OF_ENVIRONMENT) as [keyof typeof OF_ENVIRONMENT, string][]) {
    const value = asked[option];
    if (value === undefined || only === environment) continue;
    const remedy = `"${name}" has ${environment} tasks: leave the option out.`;
    return refused(`--${option}`, value, `with ${only} tasks`, remedy);
  }
  const fault = optionsFault(UTILITY_OPTIONS, 'solve', { ...asked }, method.name);
  if (fault !== null) return { ok: false, fault };
  if (asked.binding === 'early' && allowedCores !== undefined) {
    const remedy = 'Nobody says which cores are held back, only how many: leave the option out.';
    return refused('--binding', 'early', 'late with allowed cores over time', remedy);
  }
  if (asked.goalRate === 'arrivals' && model?.workByHour === undefined) {
    const allowed = 'with arrivals that are generated, or of a log that has jobs in whole hours before arrivals.startS';
    const remedy = `Nothing says what work "${name}" had to expect: leave the option out, or begin later in the log.`;
    return refused('--goal-rate', 'arrivals', allowed, remedy);
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
  const leniency = filter.name === 'none' ? null : (asked.leniency ?? 1);
  return { ok: true, choices: { ...asked, method, filter, preemption, leniency } };
}
