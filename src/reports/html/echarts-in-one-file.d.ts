/** Declares types for the one-file build of ECharts. The package itself declares types for its other modules only. */
declare module 'echarts/dist/echarts.esm.min.mjs' {
  export { init } from 'echarts/core';
}
