import type { UtilityInstance } from '../../../../models/problems/utility/instance.js';
import { formatProblems, type Problem } from '../../../instances/problem.js';
import { FILTERS, POLICIES } from '../methods/registry.js';
import { MIN_LENIENCY } from '../methods/filters/leniency.js';
import { choicesOn, type UtilityAsked, type UtilityChoices } from '../runs/choices.js';

/** Options of `solve` under a label, as plain data: policy and filter by name. What is absent is as `solve` chooses it. */
export interface PolicySetting extends Omit<UtilityAsked, 'method' | 'filter'> {
  readonly label: string;
  readonly method?: string;
  readonly filter?: string;
}

/** Choices of a setting on an instance. @throws RangeError for an unknown name, or a choice that the instance or the policy cannot heed */
export function choicesOfSetting(instance: UtilityInstance, setting: PolicySetting): UtilityChoices {
  const found = judged(instance, setting);
  if (!found.ok) throw new RangeError(`${setting.label}: ${formatProblems([found.problem])}`);
  return found.choices;
}

/** Choice of a setting that the instance or the policy cannot heed; null for none. @throws RangeError for an unknown name */
export function choicesProblem(instance: UtilityInstance, setting: PolicySetting): Problem | null {
  const found = judged(instance, setting);
  return found.ok ? null : found.problem;
}

function judged(instance: UtilityInstance, setting: PolicySetting): ReturnType<typeof choicesOn> {
  const { label, method: methodName, filter: filterName = 'none', ...rest } = setting;
  const method = methodName === undefined ? undefined : named(POLICIES, methodName, label);
  const filter = named(FILTERS, filterName, label);
  if (!(rest.leniency === undefined || rest.leniency === 'online' || rest.leniency >= MIN_LENIENCY)) {
    throw new RangeError(`${label}: a leniency of ${rest.leniency}; it must be at least ${MIN_LENIENCY}`);
  }
  return choicesOn(instance, { ...rest, filter, ...(method === undefined ? {} : { method }) });
}

function named<Entry extends { readonly name: string }>(entries: readonly Entry[], name: string, label: string): Entry {
  const found = entries.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`${label}: there is no "${name}"`);
  return found;
}
