import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateCount } from '../../../../../models/families/templates/states.js';
import { openTemplates } from '../../../../../src/families/templates/instances/open.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { templatesAsAsked } from '../../../../../src/families/templates/runs/as-asked.js';
import { chunksOf, solveChunk } from '../../../../../src/families/templates/runs/chunks.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

const directory = lastingDirectory();
const opened = openTemplates('instances/templates/tiny-set-point.json');
if (!opened.ok) throw new Error('the instance is refused');
const { model } = opened;
const { grid } = model.instance;
const count = stateCount(grid);
const last = count - 1;

describe('templates solved as asked', () => {
  it('are those of the database, the second time too', () => {
    const book = templatesAsAsked(model, null);
    const all = chunksOf(grid).flatMap((chunk) => solveChunk(new TemplatesSolver(model), chunk));
    expect(all).toHaveLength(count);
    for (const { template } of all) {
      const found = book.template(template.state);
      expect([found.state, found.status, found.vents, found.binding]).toEqual([
        template.state,
        template.status,
        template.vents,
        template.binding,
      ]);
      expect(found.tasksPerJ).toBeCloseTo(template.tasksPerJ, 12);
      expect(found.allowableCores).toEqual(template.allowableCores);
      expect(book.template(template.state)).toBe(found);
    }
  });

  it('depend neither on what was asked before nor on what is kept', () => {
    const cache = join(directory, 'kept');
    const first = templatesAsAsked(model, cache);
    const backwards = Array.from({ length: count }, (_, k) => first.template(last - k)).reverse();
    const plain = templatesAsAsked(model, null);
    const kept = templatesAsAsked(model, cache);
    backwards.forEach((template, state) => {
      expect(plain.template(state)).toEqual(template);
      expect(kept.template(state)).toEqual(template);
    });
    const files = readdirSync(cache);
    expect(files.length).toBeGreaterThan(0);
    // Damaged, or of something else: solved again and written anew.
    for (const file of files) writeFileSync(join(cache, file), 'damaged');
    expect(templatesAsAsked(model, cache).template(last)).toEqual(backwards[last]);
  });

  it('have the cores of each node rounded up where that is asked for, from the same files', () => {
    const cache = join(directory, 'rounded');
    const safe = templatesAsAsked(model, cache);
    const ceiling = templatesAsAsked(model, cache, 'ceiling');
    let more = 0;
    for (let state = 0; state < count; state++) {
      const { allowableCores, utilisation, status } = ceiling.template(state);
      if (status !== 'optimal') continue;
      const own = safe.template(state);
      expect(utilisation).toEqual(own.utilisation);
      model.blocks.forEach(({ nodeCount, coresPerNode }, b) => {
        // Round-off of a whole number is not rounded up.
        expect(allowableCores[b]).toBe(nodeCount * Math.ceil(utilisation[b]! * coresPerNode - 1e-6));
        more += allowableCores[b]! - own.allowableCores[b]!;
      });
    }
    expect(more).toBeGreaterThan(0);
    const files = readdirSync(cache);
    templatesAsAsked(model, cache).template(0);
    expect(readdirSync(cache)).toEqual(files);
  });

  it('are answered where nothing can be written', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(templatesAsAsked(model, file).template(0).state).toBe(0);
    mkdirSync(join(directory, 'other', 'vector-0.json'), { recursive: true });
    expect(templatesAsAsked(model, join(directory, 'other')).template(0).state).toBe(0);
  });

  it.each([-1, count, 0.5, NaN])('state %d is refused', (state) => {
    expect(() => templatesAsAsked(model, null).template(state)).toThrow('no state');
  });
});
