import type { UtilityInstance } from '../../../../models/problems/utility/instance.js';
import { formatProblems } from '../../../instances/problem.js';
import { FILTERS, POLICIES } from '../methods/registry.js';
import { choicesOn, type UtilityAsked, type UtilityChoices } from '../runs/choices.js';

/** Options of `solve` under a label, as plain data: policy and filter by name. What is absent is as `solve` chooses it. */
export interface PolicySetting extends Omit<UtilityAsked, 'method' | 'filter'> {
  readonly label: string;
  readonly method?: string;
  readonly filter?: string;
}

/** Choices of a setting on an instance. @throws RangeError for an unknown name, or a choice that the instance or the policy cannot heed */
export function choicesOfSetting(instance: UtilityInstance, setting: PolicySetting): UtilityChoices {
  const { label, method: methodName, filter: filterName = 'none', ...rest } = setting;
  const method = methodName === undefined ? undefined : named(POLICIES, methodName, label);
  const filter = named(FILTERS, filterName, label);
  if (!(rest.leniency === undefined || rest.leniency > 0)) {
    throw new RangeError(`${label}: a leniency of ${rest.leniency}; it must be above 0`);
  }
  const found = choicesOn(instance, { ...rest, filter, ...(method === undefined ? {} : { method }) });
  if (!found.ok) throw new RangeError(`${label}: ${formatProblems([found.problem])}`);
  return found.choices;
}

function named<Entry extends { readonly name: string }>(entries: readonly Entry[], name: string, label: string): Entry {
  const found = entries.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`${label}: there is no "${name}"`);
  return found;
}
