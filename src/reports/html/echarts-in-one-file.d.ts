/** Types of ECharts in one file. The package declares types only for its modules. */
declare module 'echarts/dist/echarts.esm.min.mjs' {
  export { init } from 'echarts/core';
}
