/** The part of the package used here; it brings no types. */
declare module 'jstat' {
  const jStat: {
    readonly studentt: { readonly inv: (probability: number, degreesOfFreedom: number) => number };
    /** Regularised lower incomplete gamma function P(a, x). */
    readonly lowRegGamma: (a: number, x: number) => number;
  };
  export default jStat;
}
