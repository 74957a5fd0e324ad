import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { areDrawn } from './charts-drawn.js';

/**
 * Stand-in for ECharts in the tests (vitest.config.ts): itself where charts are drawn, else drawings of nothing. What Plenum
 * asks it to draw is worked out in either case.
 */

type Init = (typeof import('echarts/core'))['init'];
type Drawing = ReturnType<Init>;

const file = createRequire(import.meta.url).resolve('echarts/dist/echarts.esm.min.mjs');
const real = import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<{ readonly init: Init }>;
const { init: draw } = await real;

const nothing: Pick<Drawing, 'setOption' | 'renderToSVGString' | 'dispose'> = {
  setOption: () => undefined,
  renderToSVGString: () => '<svg></svg>',
  dispose: () => undefined,
};

export const init = (...words: Parameters<Init>): Pick<Drawing, keyof typeof nothing> =>
  areDrawn() ? draw(...words) : nothing;
