import { afterEach, expect, it, vi } from 'vitest';
import { noteWarnings } from '../../../src/cli/output.js';

afterEach(() => void vi.restoreAllMocks());

it('of a hundred warnings twenty stand on stderr, a line each, and the rest is counted', () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  noteWarnings(Array.from({ length: 100 }, (_, n) => `warning\n${n}`));
  const lines = stderr.mock.calls.join('').trimEnd().split('\n');
  expect(lines).toHaveLength(21);
  expect(lines.slice(0, 20).every((line) => line.startsWith('Note: warning'))).toBe(true);
  expect(lines[20]).toBe('Note: 80 more warnings (all with --json)');
});
