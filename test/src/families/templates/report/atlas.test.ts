import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { atlasPage } from '../../../../../src/families/templates/report/html/atlas-page.js';
import { HOSTILE } from '../../../../fixtures/report/awkward.js';
import { atlasCase, type AtlasCase, deflate, oneState } from '../../../../fixtures/report/templates-atlas.js';
import { visibleText } from '../../../../fixtures/report/visible-text.js';

const GOLDEN = '../../../../fixtures/report/golden';

const CASES: readonly (readonly [string, AtlasCase])[] = [
  ['two-quadrants', atlasCase('two-quadrants')],
  ['sample', atlasCase('two-quadrants', { mostStates: 10 })],
  ['infeasible', atlasCase('one-quadrant', { grid: oneState(1, [20], 10) })],
  ['imported', atlasCase('two-quadrants', { imported: true, name: HOSTILE })],
];

describe.each(CASES)('the page of an atlas, %s', (name, { atlas }) => {
  const html = atlasPage(atlas, { deflate });
  const data = JSON.parse(/id="plenum-data">(.*)<\/script>/.exec(html)![1]!) as Record<string, unknown> & {
    readonly columns: readonly { readonly name: keyof typeof atlas.states; readonly length: number }[];
  };

  it('says what the checked-in text says', async () => {
    // The last digits of a gap are the solver’s affair.
    const text = visibleText(html).replace(/(Largest proven gap).*(at state)/, '$1 … $2');
    await expect(text).toMatchFileSnapshot(`${GOLDEN}/templates-atlas-${name}.txt`);
  });

  it('packs the columns of the atlas', () => {
    const base64 = /id="plenum-columns">(.*)<\/script>/.exec(html)![1]!;
    const bytes = new Uint8Array(inflateSync(Buffer.from(base64, 'base64')));
    let offset = 0;
    for (const column of data.columns) {
      const truth = atlas.states[column.name];
      if (typeof truth === 'number') throw new Error(column.name);
      expect([column.name, column.length, offset % truth.BYTES_PER_ELEMENT]).toEqual([column.name, truth.length, 0]);
      const own = bytes.subarray(offset, offset + truth.byteLength);
      expect(own).toEqual(new Uint8Array(truth.buffer));
      offset += truth.byteLength;
    }
    expect(offset).toBe(bytes.length);
  });

  it('makes no name an element, and asks for nothing outside of the page', () => {
    expect(html).not.toContain('<b>');
    expect(html.match(/<script/g)).toHaveLength(3);
    const own = html.replace(/xmlns="[^"]*"/g, '');
    expect(own).not.toMatch(/https?:|url\((?!#)|@import|<link|<img|import\(|fetch\(/);
  });

  it('begins with a feasible state where there is one', () => {
    const first = data['firstState'] as number;
    expect(first).toBeLessThan(atlas.summary.states);
    if (atlas.summary.feasible > 0 && name !== 'sample') {
      expect(atlas.bindings[atlas.states.binding[first]!]).not.toMatch(/^infeasible/);
    }
    expect(
      JSON.parse(/id="plenum-data">(.*)<\/script>/.exec(atlasPage(atlas, { deflate, firstState: 0 }))![1]!),
    ).toHaveProperty('firstState', 0);
  });
});
