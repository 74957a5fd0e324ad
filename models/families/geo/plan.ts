import type { CoreShare } from '../../facility/core-share.js';

/** Format word of a geo plan file: what the awake nodes of every data centre run in every epoch. */
export const GEO_PLAN_FORMAT = 'plenum.geo-plan';
/** Version of the format. */
export const GEO_PLAN_FORMAT_VERSION = 1;

export interface GeoPlan {
  readonly format: typeof GEO_PLAN_FORMAT;
  readonly formatVersion: typeof GEO_PLAN_FORMAT_VERSION;
  /** Name of the instance that the plan was made for, and SHA-256 of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  /** The method that found the plan, if it is not the one that was asked for. */
  readonly planFrom?: string | undefined;
  /** Cost by the method's own model, USD, whatever the method optimised. */
  readonly claimedCostUsd: number;
  /** Loads that nodes may run; cells refer to them by number. */
  readonly loads: readonly NodeLoad[];
  /** Cells by epoch, then by data centre in the instance's order. */
  readonly epochs: readonly (readonly PlanCell[])[];
}

/**
 * Work of one awake node of a type. `cores` are as in a reward-rate plan: cores not mentioned are idle, and tasks on
 * one core are time-sliced.
 */
export interface NodeLoad {
  readonly nodeType: string;
  readonly cores: readonly CoreShare[];
}

export interface PlanCell {
  /** Common set-point (outlet temperature) of the centre's CRACs, C. */
  readonly setPointC: number;
  /**
   * Energy of sun and wind used or fed in, kWh, from 0 to what is available. If absent, as much as possible: all of it
   * under `printed` (which allows nothing else) and `feed-in`, at most what the centre draws under `curtailed`.
   */
  readonly renewableKwh?: number | undefined;
  /**
   * Pairs of a load (index into `loads`) and the number of nodes that run it; nodes of a type that are not listed are
   * asleep.
   */
  readonly nodes: readonly (readonly [load: number, nodes: number])[];
}
