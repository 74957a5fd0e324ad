import type { CoreShare } from '../../facility/core-share.js';

/** Value of the field `format` in a geo plan file. */
export const GEO_PLAN_FORMAT = 'plenum.geo-plan';
/** Version of the geo plan format. */
export const GEO_PLAN_FORMAT_VERSION = 1;

export interface GeoPlan {
  readonly format: typeof GEO_PLAN_FORMAT;
  readonly formatVersion: typeof GEO_PLAN_FORMAT_VERSION;
  /** Instance for which the plan was made, with the SHA-256 hash of its file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  /** Name of the method that found the plan, if it is not the requested method (`method`). */
  readonly planFrom?: string | undefined;
  /** Cost of the plan as computed by the method, USD, even if the method optimised another objective. */
  readonly claimedCostUsd: number;
  /** Loads that nodes run, to which cells refer by index. */
  readonly loads: readonly NodeLoad[];
  /** Operation of each data centre in each epoch, as [epoch][data centre], in the instance's order. */
  readonly epochs: readonly (readonly PlanCell[])[];
}

/** Work of the cores of one awake node. Cores that are not listed are idle. Tasks on one core are time-sliced. */
export interface NodeLoad {
  readonly nodeType: string;
  readonly cores: readonly CoreShare[];
}

export interface PlanCell {
  /** Common set-point (outlet temperature) of the centre's CRACs, C. */
  readonly setPointC: number;
  /**
   * Solar and wind energy that the centre uses or feeds in, kWh, from 0 to what is available. If absent, it is as much
   * as possible.
   *
   * Under the surplus rules `printed` and `feed-in`, that is all available energy (`printed` allows no other value).
   * Under `curtailed`, it is at most the centre's demand.
   */
  readonly renewableKwh?: number | undefined;
  /** Numbers of nodes that run each load (index in `loads`). Nodes that are not listed are asleep. */
  readonly nodes: readonly (readonly [load: number, nodes: number])[];
}
