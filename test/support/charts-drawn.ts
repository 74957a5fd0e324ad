import { afterAll, beforeAll } from 'vitest';

/** Flag: true where ECharts draws in the test file that runs. */
const drawing = { on: true };

export function areDrawn(): boolean {
  return drawing.on;
}

/** Request to draw the charts in this file's reports, of a command test that looks at them. */
export function drawCharts(): void {
  beforeAll(() => {
    drawing.on = true;
  });
}

type Hook = (fixtures: object, suite: { readonly file: { readonly name: string } }) => void;

/** Rule for every file: no charts in the reports that command tests make, since of a small run they take longer than all else. */
export function leaveOutChartsOfCommands(): void {
  const byKind: Hook = (_fixtures, { file }) => {
    drawing.on = !file.name.endsWith('.commands.test.ts');
  };
  // Bound, since Vitest reads the names of fixtures from a hook's text, and refuses one that passes over them.
  beforeAll(byKind.bind(null));
  // The next file of the process may make its pages while its tests are collected, before any hook.
  afterAll(() => {
    drawing.on = true;
  });
}
