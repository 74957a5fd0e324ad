import type { Reserve, RewardRateInstance, Survive } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { COMMAND_LINE, type LocalFault, type Fault, type Refused } from '../../../instances/fault.js';
import { surviveFaults } from './consistency-survive.js';
import type { LoadedInstance } from './load.js';

export interface SurviveWords {
  /**
   * Failures that plans must survive. This value replaces limits.survive of the instance; 'none' removes
   * limits.survive.
   */
  readonly survive?: Survive | 'none';
}

type Surviving = (Loaded & SurviveWords) | Refused;

type Loaded = LoadedInstance & { readonly ok: true; readonly reserve?: Reserve; readonly setPointStepC?: number };

/** Applies the option for failures to survive to a loaded instance. Without it, returns the same object. */
export function loadedWithSurvive(loaded: Loaded, { survive }: SurviveWords): Surviving {
  if (survive === undefined) return loaded;
  const instance = withSurvive(loaded.instance, survive);
  const faults = surviveFaults(instance.facility, instance.limits, instance.failureGroups);
  if (faults.length > 0) return { ok: false, faults: faults.map((one) => inPlaceOf(one, COMMAND_LINE, '--survive')) };
  const dropped = survive === 'none' && loaded.instance.limits.survive !== undefined;
  const warnings = dropped
    ? [
        ...loaded.warnings,
        `limits.survive: none, where the instance has ${loaded.instance.limits.survive}: plans may break limits when a CRAC fails.`,
      ]
    : loaded.warnings;
  return { ...loaded, instance, warnings, survive };
}

/** Returns the instance with another limits.survive; 'none' removes it. */
export function withSurvive(instance: RewardRateInstance, survive: Survive | 'none'): RewardRateInstance {
  const limits = { ...instance.limits };
  delete (limits as { survive?: Survive }).survive;
  return { ...instance, limits: survive === 'none' ? limits : { ...limits, survive } };
}

function inPlaceOf(fault: LocalFault, file: string, path: string): Fault {
  return { ...fault, file, path };
}

/**
 * Returns the instance with the failures that a plan was made to survive, or with the user's, which take precedence.
 * Returns faults if `surviveFaults` does not allow the failures of the plan.
 */
export function survivingAsPlanned(
  { instance, survive }: { readonly instance: RewardRateInstance } & SurviveWords,
  plan: Pick<RewardRatePlan, 'survive'>,
  planFile: string,
):
  | { readonly ok: true; readonly instance: RewardRateInstance; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly Fault[] } {
  const own = plan.survive;
  if (own === undefined) return { ok: true, instance, warnings: [] };
  const stated = instance.limits.survive ?? 'none';
  if (survive !== undefined) {
    const warnings = own === survive ? [] : [`the plan was made to survive ${own}, not ${survive} as asked for.`];
    return { ok: true, instance, warnings };
  }
  if (own === stated) return { ok: true, instance, warnings: [] };
  const changed = withSurvive(instance, own);
  const faults = surviveFaults(changed.facility, changed.limits, changed.failureGroups);
  if (faults.length > 0) return { ok: false, faults: faults.map((one) => inPlaceOf(one, planFile, 'survive')) };
  const warnings = [`the plan was judged as it was made, to survive ${own}; the instance asks for ${stated}.`];
  return { ok: true, instance: changed, warnings };
}
