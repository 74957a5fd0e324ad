/** Types for the one-file build of ECharts; the package has types for its other modules only. */
declare module 'echarts/dist/echarts.esm.min.mjs' {
  export { init } from 'echarts/core';
}
