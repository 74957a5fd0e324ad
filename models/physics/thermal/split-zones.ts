import type { ThermalResponse } from './response.js';

/**
 * Returns the thermal response of a room in which zones are split into parts. Part p has nodes of zone `zoneOf[p]` and
 * the fraction `share[p]` of its air flow. Powers and temperatures are indexed by part.
 *
 * The result is exact. All nodes of a zone have the same air, so a watt warms all inlets equally, whichever part draws
 * it.
 */
export function splitResponse(whole: ThermalResponse, zoneOf: Int32Array, share: Float64Array): ThermalResponse {
  const parts = zoneOf.length;
  const spread = (perZone: Float64Array): Float64Array => Float64Array.from(zoneOf, (zone) => perZone[zone]!);
  const joined = (perPart: Float64Array): Float64Array => {
    const perZone = new Float64Array(whole.zoneCount);
    for (let p = 0; p < parts; p++) perZone[zoneOf[p]!]! += perPart[p]!;
    return perZone;
  };
  const cached = (compute: (key: number) => Float64Array): ((key: number) => Float64Array) => {
    const known = new Map<number, Float64Array>();
    return (key) => {
      let row = known.get(key);
      if (row === undefined) known.set(key, (row = compute(key)));
      return row;
    };
  };
  const inletRow = cached((zone) => spread(whole.inletRow(zone)));
  const { uncertain } = whole;
  return {
    zoneCount: parts,
    cracCount: whole.cracCount,
    risePerW: Float64Array.from(zoneOf, (zone, p) => whole.risePerW[zone]! / share[p]!),
    inletRiseC: (powerW) => spread(whole.inletRiseC(joined(powerW))),
    inletRow: (part) => inletRow(zoneOf[part]!),
    heatInfluence: (inletWeights) => spread(whole.heatInfluence(joined(inletWeights))),
    cracHeatRow: cached((crac) => spread(whole.cracHeatRow(crac))),
    inletShareOfCrac: cached((crac) => spread(whole.inletShareOfCrac(crac))),
    inletFromSetPointsC: (setPointsC) => spread(whole.inletFromSetPointsC(setPointsC)),
    cracHeatPerSetPoint: (crac) => whole.cracHeatPerSetPoint(crac),
    ...(uncertain === undefined
      ? {}
      : {
          uncertain: {
            stated: splitResponse(uncertain.stated, zoneOf, share),
            worstRow: (part, powerW) => spread(uncertain.worstRow(zoneOf[part]!, joined(powerW))),
          },
        }),
  };
}
