import type { CoreShare } from '../../facility/core-share.js';

/**
 * Value of the field `format` in a geo plan file, which says what the awake nodes of every data centre run in every
 * epoch.
 */
export const GEO_PLAN_FORMAT = 'plenum.geo-plan';
/** Version of the geo plan format. */
export const GEO_PLAN_FORMAT_VERSION = 1;

export interface GeoPlan {
  readonly format: typeof GEO_PLAN_FORMAT;
  readonly formatVersion: typeof GEO_PLAN_FORMAT_VERSION;
  /** The instance for which the plan was made: its name, and the SHA-256 hash of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  /** The method that found the plan; absent if it is `method`, the one that was requested. */
  readonly planFrom?: string | undefined;
  /** Cost as computed by the method itself, USD, even if the method optimised something else. */
  readonly claimedCostUsd: number;
  /** Loads that nodes may run; cells refer to them by index. */
  readonly loads: readonly NodeLoad[];
  /** Cells: [epoch][data centre], in the instance's order. */
  readonly epochs: readonly (readonly PlanCell[])[];
}

/**
 * Work of one awake node of a type. `cores` are as in a reward-rate plan: cores that are not listed are idle, and tasks
 * on one core are time-sliced.
 */
export interface NodeLoad {
  readonly nodeType: string;
  readonly cores: readonly CoreShare[];
}

export interface PlanCell {
  /** Common set-point (outlet temperature) of the centre's CRACs, C. */
  readonly setPointC: number;
  /**
   * Solar and wind energy used or fed in, kWh, from 0 to what is available. If absent, as much as possible. That is all
   * under the surplus rules `printed` (which allows nothing else) and `feed-in`, and at most the centre's demand under
   * `curtailed`.
   */
  readonly renewableKwh?: number | undefined;
  /** Pairs of a load (index in `loads`) and the number of nodes that run it. Nodes that are not listed are asleep. */
  readonly nodes: readonly (readonly [load: number, nodes: number])[];
}
