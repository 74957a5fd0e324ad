import type { Reserve, RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { reserveWords } from '../../../../models/families/reward-rate/reserve.js';
import { COMMAND_LINE, type LocalFault, type Fault, type Refused } from '../../../instances/fault.js';
import { reserveFaults } from './consistency-reserve.js';
import type { LoadedInstance } from './load.js';
import { instanceWarnings } from './warnings.js';

/** Option values for reserves: parts of limits that plans must leave free. */
export interface ReserveWords {
  /** Part of the power cap that plans must leave free, W. */
  readonly reservePower?: number;
  /** Kelvins by which inlet temperatures must stay below the red line (maximum inlet temperature). */
  readonly reserveInlet?: number;
  /** Fraction of each CRAC's cooling capacity that plans must leave free, 0 to 0.95. */
  readonly reserveCooling?: number;
}

/** Command-line option for each field of a reserve. */
const OPTION_OF: Readonly<Record<keyof Reserve, string>> = {
  powerW: '--reserve-power',
  inletK: '--reserve-inlet',
  coolingShare: '--reserve-cooling',
};

/** Returns the instance's reserve with the fields of the given options replaced; null if no option is given. */
function reserveAsked(
  { limits }: Pick<RewardRateInstance, 'limits'>,
  { reservePower, reserveInlet, reserveCooling }: ReserveWords,
): Reserve | null {
  const given = {
    ...(reservePower === undefined ? {} : { powerW: reservePower }),
    ...(reserveInlet === undefined ? {} : { inletK: reserveInlet }),
    ...(reserveCooling === undefined ? {} : { coolingShare: reserveCooling }),
  };
  return Object.keys(given).length === 0 ? null : { ...limits.reserve, ...given };
}

/**
 * Returns the instance with another reserve, or faults if the reserve is too large. The faults name fields of the
 * instance.
 */
function withReserve(
  instance: RewardRateInstance,
  reserve: Reserve,
):
  | { readonly ok: true; readonly instance: RewardRateInstance }
  | { readonly ok: false; readonly faults: LocalFault[] } {
  const changed = { ...instance, limits: { ...instance.limits, reserve } };
  const faults = reserveFaults(changed.facility, changed.limits);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, instance: changed };
}

type Reserved = (LoadedInstance & { readonly ok: true; readonly reserve?: Reserve }) | Refused;

/** Applies the options for reserves to a loaded instance. Without them, returns the same object. */
export function loadedWithReserve(loaded: LoadedInstance & { readonly ok: true }, words: ReserveWords): Reserved {
  const reserve = reserveAsked(loaded.instance, words);
  if (reserve === null) return loaded;
  const changed = withReserve(loaded.instance, reserve);
  if (!changed.ok) return { ok: false, faults: changed.faults.map(ofCommandLine) };
  const less = lessReserved(loaded.instance, changed.instance);
  const warnings = [...instanceWarnings(changed.instance), ...(less === null ? [] : [less])];
  return { ...loaded, instance: changed.instance, warnings, reserve };
}

/** Returns the fault of a reserve field as a fault of the option that set it. */
function ofCommandLine(fault: LocalFault): Fault {
  const field = fault.path.slice('limits.reserve.'.length) as keyof Reserve;
  return { ...fault, file: COMMAND_LINE, path: OPTION_OF[field] };
}

function reservedWords(instance: RewardRateInstance): string {
  const words = reserveWords(instance);
  return words === '' ? 'nothing reserved' : words;
}

/** Returns a warning if any reserve in use is smaller than the instance states; null otherwise. */
function lessReserved(stated: RewardRateInstance, used: RewardRateInstance): string | null {
  const fields = ['powerW', 'inletK', 'coolingShare'] as const;
  const of = ({ limits }: RewardRateInstance, field: keyof Reserve): number => limits.reserve?.[field] ?? 0;
  if (fields.every((field) => of(used, field) >= of(stated, field))) return null;
  return `limits.reserve: ${reservedWords(used)}, where the instance has ${reservedWords(stated)}: plans may use what it reserves.`;
}

/** Instance with the reserve that a plan is checked with, or the faults of that reserve. */
export type PlanReserve =
  | { readonly ok: true; readonly instance: RewardRateInstance; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Returns the instance with the reserve for which a plan was made, or with the user's, which takes precedence. Returns
 * faults if the plan's reserve does not fit the limits.
 */
export function withPlannedReserve(
  { instance, reserve }: { readonly instance: RewardRateInstance; readonly reserve?: Reserve | undefined },
  plan: Pick<RewardRatePlan, 'reserve'>,
  planFile: string,
): PlanReserve {
  const own = plan.reserve;
  if (own === undefined) return { ok: true, instance, warnings: [] };
  if (reserve !== undefined) {
    const warnings = sameReserve(own, reserve) ? [] : [`the plan was made for other reserves than those asked for.`];
    return { ok: true, instance, warnings };
  }
  const changed = withReserve(instance, own);
  if (!changed.ok) {
    const faults = changed.faults.map((fault) => ({
      ...fault,
      file: planFile,
      path: fault.path.slice('limits.'.length),
    }));
    return { ok: false, faults };
  }
  if (sameReserve(own, instance.limits.reserve ?? {})) return { ok: true, instance, warnings: [] };
  const [used, stated] = [reservedWords(changed.instance), reservedWords(instance)];
  return {
    ok: true,
    instance: changed.instance,
    warnings: [`the plan was judged with the reserve it was made for (${used}), not the instance's (${stated}).`],
  };
}

function sameReserve(one: Reserve, other: Reserve): boolean {
  const fields = ['powerW', 'inletK', 'coolingShare'] as const;
  return fields.every((field) => (one[field] ?? 0) === (other[field] ?? 0));
}
