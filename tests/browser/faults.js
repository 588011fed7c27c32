/* What overlaps, is cut off or lies under the toolbar in the window that is shown: a script for test_every_mode.py. */
(() => {
  scrollTo(0, document.body.scrollHeight); // what is last must not stay under the toolbar
  const faults = [];
  const width = document.documentElement.clientWidth;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isShown);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && boxOf(element).width > 1;
  const boxOf = (element) => element.getBoundingClientRect();
  const within = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const nameOf = (element) =>
    `${element.localName}${element.id && `#${element.id}`} ${element.ariaLabel ?? element.textContent.trim()}`.slice(
      0,
      60,
    );
  const check = (boxes) => {
    for (const [at, [name, box]] of boxes.entries())
      for (const [other, otherBox] of boxes.slice(at + 1)) if (meet(box, otherBox)) faults.push(`${name} on ${other}`);
  };
  const fixed = all(".toolbar").filter((bar) => getComputedStyle(bar).position === "fixed");
  const isFixed = (element) => fixed.some((bar) => bar.contains(element));

  if (document.documentElement.scrollWidth > width) faults.push("scrolls sideways");
  const pressed = all(":is(header, main) :is(a, button, select, summary, label)").filter((each) => !isFixed(each));
  check(pressed.filter((each) => !each.parentElement.closest("label")).map((each) => [nameOf(each), boxOf(each)]));
  for (const each of all(":is(header, main) *")) {
    const hasText = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!hasText || each.closest(".unseen, svg, select")) continue;
    const box = within(each);
    if (box.left < -1 || box.right > width + 1) faults.push(`${nameOf(each)} is cut off`);
    if (each.clientWidth && each.scrollWidth > each.clientWidth + 1) faults.push(`${nameOf(each)} is too wide`);
    if (!isFixed(each))
      for (const bar of fixed) if (meet(box, boxOf(bar))) faults.push(`${nameOf(each)} is under the toolbar`);
  }
  for (const card of all(".card")) {
    const name = card.dataset.cell;
    const parts = all(".badge, .pips > *", card).map((part) => [`${name} ${part.localName}`, boxOf(part)]);
    for (const steps of all(".steps", card)) parts.push([`${name} steps`, within(steps)]);
    for (const index of all(".index", card)) {
      const [area, drawn] = [boxOf(index), getComputedStyle(index, "::after")];
      const [wide, high] = [parseFloat(drawn.width), parseFloat(drawn.height)];
      const size = (left, top) => ({ left, top, right: left + wide, bottom: top + high });
      parts.push([`${name} index`, size(area.left, area.top)]);
      parts.push([`${name} lower index`, size(area.right - wide, area.bottom - high)]);
    }
    const ring = getComputedStyle(card, "::after");
    if (ring.content !== "none") {
      const [area, wide] = [boxOf(card), parseFloat(ring.width)];
      const [left, bottom] = [(area.left + area.right - wide) / 2, area.bottom - parseFloat(ring.bottom)];
      parts.push([`${name} ring`, { left, right: left + wide, top: bottom - wide, bottom }]);
    }
    const pawns = all(".pawn use").filter((pawn) => meet(boxOf(pawn), boxOf(card)));
    check([...parts, ...pawns.map((pawn) => [`${name} pawn`, boxOf(pawn)])]);
  }
  return faults;
})();
