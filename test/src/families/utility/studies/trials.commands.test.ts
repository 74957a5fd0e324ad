import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { repository } from '../../../../support/repository.js';
import { smallSerialDay } from '../../../../support/utility/small-days.js';

it('trials of a utility instance: the same bytes from one worker and from two', () => {
  const module = pathToFileURL(join(repository, 'dist/src/families/utility/studies/trials.js')).href;
  const request = {
    instance: smallSerialDay(),
    trials: 2,
    seed: 7,
    settings: [
      { label: 'price', method: 'price' },
      { label: 'random', method: 'random' },
    ],
  };
  const script = `
    const request = ${JSON.stringify(request)};
    import(${JSON.stringify(module)}).then(async ({ runTrials }) => {
      for (const workers of [1, 2]) console.log(JSON.stringify((await runTrials({ ...request, workers })).answers));
    });
  `;
  const out = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  const [one, two] = out.trimEnd().split('\n');
  expect(two).toBe(one);
  expect(JSON.parse(one!)).toHaveLength(4);
});
