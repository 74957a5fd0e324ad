import type { CoreShare } from '../../facility/core-share.js';

/** Format word of a geo plan file: what the awake nodes of every data centre run in every epoch. */
export const GEO_PLAN_FORMAT = 'plenum.geo-plan';
/** Version of the format. */
export const GEO_PLAN_FORMAT_VERSION = 1;

export interface GeoPlan {
  readonly format: typeof GEO_PLAN_FORMAT;
  readonly formatVersion: typeof GEO_PLAN_FORMAT_VERSION;
  /** Name of the instance it was made for, and SHA-256 of that file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  /** The method that found the plan, where it is not the one asked for. */
  readonly planFrom?: string | undefined;
  /** The method's own estimate of the cost, whatever it optimised. */
  readonly claimedCostUsd: number;
  /** Loads that nodes may run, by number; shared by all cells. */
  readonly loads: readonly NodeLoad[];
  /** Cells by epoch, then by data centre in the instance's order. */
  readonly epochs: readonly (readonly PlanCell[])[];
}

/** One node of a type, awake. The `cores` are as in a reward-rate plan: cores left over are idle; time-sliced co-location. */
export interface NodeLoad {
  readonly nodeType: string;
  readonly cores: readonly CoreShare[];
}

export interface PlanCell {
  /** Common outlet temperature of the centre's CRACs, C. */
  readonly setPointC: number;
  /**
   * Energy of sun and wind used or fed in, kWh, from 0 to what there is; if absent as much as can be: all there is under
   * `printed` (which knows no other) and `feed-in`, and up to what the centre draws under `curtailed`.
   */
  readonly renewableKwh?: number | undefined;
  /** [index into `loads`, nodes]: nodes of a type not listed are asleep. */
  readonly nodes: readonly (readonly [load: number, nodes: number])[];
}
