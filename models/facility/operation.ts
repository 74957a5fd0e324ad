/**
 * What limits see of a room's operation under a plan. Zones and CRACs (failed ones included) are in the order of the
 * influence matrix.
 */
export interface Operation {
  readonly zoneNodePowerW: ArrayLike<number>;
  readonly zoneInletC: ArrayLike<number>;
  /** Heat that each CRAC removes, W. */
  readonly cracHeatW: ArrayLike<number>;
  readonly power: { readonly totalW: number };
}
