import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { formatFaults } from '../../../instances/fault.js';
import { MIN_LENIENCY } from '../methods/filters/leniency.js';
import { choicesOn, type UtilityRequest, type UtilityChoices } from '../runs/choices.js';

/** Labelled options of `solve` as plain data. Absent options have `solve`'s defaults. */
export interface PolicySetting extends UtilityRequest {
  readonly label: string;
}

/**
 * Returns the choices of a setting on an instance.
 * @throws RangeError for an unknown name, or a choice that instance or policy do not support
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
