/** Types of the part of the package jstat that Plenum uses; the package has none. */
declare module 'jstat' {
  const jStat: {
    readonly studentt: { readonly inv: (probability: number, degreesOfFreedom: number) => number };
    readonly normal: {
      readonly pdf: (x: number, mean: number, deviation: number) => number;
      readonly cdf: (x: number, mean: number, deviation: number) => number;
      readonly inv: (probability: number, mean: number, deviation: number) => number;
    };
    /** Regularised lower incomplete gamma function P(a, x). */
    readonly lowRegGamma: (a: number, x: number) => number;
  };
  export default jStat;
}
