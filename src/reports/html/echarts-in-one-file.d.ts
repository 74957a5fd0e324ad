/** Types of ECharts in one file, for which the package declares none: those of its modules. */
declare module 'echarts/dist/echarts.esm.min.mjs' {
  export { init } from 'echarts/core';
}
