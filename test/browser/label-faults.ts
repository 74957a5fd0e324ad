import type { Page } from 'playwright-core';

/** Pairs of chart labels that overlap, and labels that leave their chart. */
export function labelFaults(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const found = [];
    for (const svg of document.querySelectorAll('svg.chart')) {
      const frame = svg.getBoundingClientRect();
      if (frame.width === 0) continue;
      const labels = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim() !== '');
      const boxes = labels.map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
      boxes.forEach(({ name, box }, i) => {
        if (box.left < frame.left - 1 || box.right > frame.right + 1) found.push('cut off: ' + name);
        for (const other of boxes.slice(i + 1)) {
          const x = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const y = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (x > 1 && y > 4) found.push(name + ' / ' + other.name);
        }
      });
    }
    return found;
  })()`);
}
