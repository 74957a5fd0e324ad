import type { RunControl } from '../../src/methods/control.js';

/** Run control that ends a run after `steps` steps and notes the incumbent of each. */
export function stopAfter(steps: number): RunControl & { readonly incumbents: (number | null)[] } {
  const incumbents: (number | null)[] = [];
  return {
    incumbents,
    step: ({ incumbent }) => {
      incumbents.push(incumbent);
      return Promise.resolve(incumbents.length >= steps);
    },
  };
}
