import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { formatFaults } from '../../../instances/fault.js';
import { MIN_LENIENCY } from '../methods/filters/leniency.js';
import { choicesOn, type UtilityRequest, type UtilityChoices } from '../runs/choices.js';

/** Options of `solve` with a label, as plain data. For options that are absent, the defaults of `solve` apply. */
export interface PolicySetting extends UtilityRequest {
  readonly label: string;
}

/**
 * Returns the checked choices of a setting on an instance.
 *
 * @throws RangeError for an unknown name, or for a choice that does not suit the instance or the policy
 */
export function choicesOfSetting(instance: UtilityInstance, setting: PolicySetting): UtilityChoices {
  const found = judged(instance, setting);
  if (!found.ok) throw new RangeError(`${setting.label}: ${formatFaults([found.fault])}`);
  return found.choices;
}

function judged(instance: UtilityInstance, { label, ...asked }: PolicySetting): ReturnType<typeof choicesOn> {
  const { leniency } = asked;
  if (!(leniency === undefined || leniency === 'online' || leniency >= MIN_LENIENCY)) {
    throw new RangeError(`${label}: a leniency of ${leniency}; it must be at least ${MIN_LENIENCY}`);
  }
  try {
    return choicesOn(instance, asked);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${label}: ${error.message}`, { cause: error });
  }
}
